/** The words of everything that a person does with an order, in German: by what the order is for. */
import type { ACTIONS_ENGLISH, ActionWords } from './actions-en.ts'
import { alike } from './by-intent.ts'

const KEY = 'Die Bestellung merkt sich den Namen Ihres Schlüssels.'
const ASK = 'Fragen Sie erst den Support des Gateways.'

const PAYOUT_NEVER_TOOK: (typeof ACTIONS_ENGLISH)['doubts']['payout'] = {
  heading: 'Erklären, dass das Gateway diese Auszahlung nie annahm?',
  effect: (sum) => `${ASK} Ging die Auszahlung von ${sum} doch durch, zahlt eine weitere doppelt. ${KEY}`,
}

const NEVER_TOOK: (typeof ACTIONS_ENGLISH)['doubts'] = {
  sale: {
    heading: 'Erklären, dass das Gateway diese Zahlung nie annahm?',
    effect: (sum) =>
      `${ASK} Ging die Zahlung von ${sum} doch durch, zahlt der Kunde vielleicht doppelt. ${KEY}`,
  },
  preauth: {
    heading: 'Erklären, dass das Gateway diese Vorautorisierung nie annahm?',
    effect: (sum) =>
      `${ASK} Ging die Vorautorisierung von ${sum} doch durch, bindet eine weitere das Geld vielleicht doppelt. ${KEY}`,
  },
  verify: {
    heading: 'Erklären, dass das Gateway diese Kartenprüfung nie annahm?',
    effect: () =>
      `${ASK} Ging sie doch durch, wird die Karte vielleicht zweimal geprüft. Es fließt kein Geld. ${KEY}`,
  },
  payout: PAYOUT_NEVER_TOOK,
  capture: {
    heading: 'Erklären, dass das Gateway diesen Einzug nie annahm?',
    effect: (sum) =>
      `${ASK} Ging der Einzug von ${sum} doch durch, zieht ein weiterer das Geld vielleicht doppelt ein. ${KEY}`,
  },
  void: {
    heading: 'Erklären, dass das Gateway dieses Storno nie annahm?',
    effect: (sum) =>
      `${ASK} Ging das Storno von ${sum} doch durch, haben Sie kein Geld, obwohl die Bestellung die Zahlung vielleicht noch zeigt. ${KEY}`,
  },
  return: {
    heading: 'Erklären, dass das Gateway diese Erstattung nie annahm?',
    effect: (sum) =>
      `${ASK} Ging die Erstattung von ${sum} doch durch, gibt eine weitere dasselbe Geld vielleicht doppelt zurück. ${KEY}`,
  },
  'payout-pay': PAYOUT_NEVER_TOOK,
}

const CANCEL = {
  heading: 'Diese Bestellung abbrechen?',
  do: () => 'Bestellung abbrechen',
  done: () => 'Die Bestellung ist abgebrochen.',
}
const REFUND = {
  heading: 'Diese Zahlung erstatten?',
  do: (sum: string) => `${sum} erstatten`,
  done: (sum: string) => `${sum} erstattet.`,
}
const VOID = { do: (sum: string) => `${sum} stornieren`, done: (sum: string) => `${sum} storniert.` }
const VOID_PAYMENT = {
  ...VOID,
  heading: 'Diese Zahlung stornieren?',
  effect: (sum: string) =>
    `Die ganze Zahlung von ${sum} wird vor der Abrechnung aufgehoben, und der Kunde zahlt nichts. Das lässt sich nicht zurücknehmen.`,
}

export const ACTIONS_GERMAN: typeof ACTIONS_ENGLISH = {
  capture: alike<ActionWords>({
    heading: 'Diese Zahlung einziehen?',
    effect: (sum) =>
      `${sum} werden von der Karte des Kunden eingezogen. Das geht einmal: Was Sie nicht einziehen, wird frei.`,
    do: (sum) => `${sum} einziehen`,
    done: (sum) => `${sum} eingezogen.`,
  }),
  void: {
    ...alike<ActionWords>(VOID_PAYMENT),
    preauth: {
      ...VOID,
      heading: 'Diese Vorautorisierung aufheben?',
      effect: (sum) =>
        `Die Vorautorisierung von ${sum} wird aufgehoben, und der Kunde zahlt nichts. Das lässt sich nicht zurücknehmen.`,
    },
  },
  return: alike<ActionWords>({
    ...REFUND,
    effect: (sum) => `${sum} gehen zurück auf die Karte des Kunden. Das lässt sich nicht zurücknehmen.`,
  }),
  'return-elsewhere': alike<ActionWords>({
    ...REFUND,
    effect: (sum) =>
      `${sum} gehen auf dem Weg der Zahlung an den Kunden zurück. Das lässt sich nicht zurücknehmen.`,
  }),
  approve: alike<ActionWords>({
    heading: 'Diese Erstattung freigeben?',
    effect: (sum) => `${sum} gehen sofort an den Kunden zurück. Das lässt sich nicht zurücknehmen. ${KEY}`,
    do: (sum) => `${sum} erstatten`,
    done: (sum) => `${sum} erstattet.`,
  }),
  'approve-void': alike<ActionWords>({
    ...VOID,
    heading: 'Dieses Storno freigeben?',
    effect: (sum) =>
      `Die ganze Zahlung oder Vorautorisierung von ${sum} wird sofort aufgehoben. Das lässt sich nicht zurücknehmen. ${KEY}`,
  }),
  'approve-capture': alike<ActionWords>({
    heading: 'Diesen Einzug freigeben?',
    effect: (sum) =>
      `Nur ${sum} werden eingezogen, der Rest der Vorautorisierung wird sofort frei. Das lässt sich nicht zurücknehmen. ${KEY}`,
    do: (sum) => `${sum} einziehen`,
    done: (sum) => `${sum} eingezogen.`,
  }),
  refuse: alike<ActionWords>({
    heading: 'Diesen Wunsch ablehnen?',
    effect: (sum) =>
      `${sum} bleiben, wo sie sind. Der Schlüssel, der das verlangt hat, muss es neu verlangen. ${KEY}`,
    do: () => 'Ablehnen',
    done: () => 'Abgelehnt. Es floss kein Geld.',
  }),
  cancel: {
    sale: {
      ...CANCEL,
      effect: (sum) =>
        `Der Kunde kann ${sum} nicht mehr zahlen und liest, dass der Shop abgebrochen hat. Es fließt kein Geld. Kommt doch noch eine Zahlung an, gibt der Kassenserver sie zurück.`,
    },
    preauth: {
      ...CANCEL,
      effect: (sum) =>
        `Der Kunde kann ${sum} nicht mehr vorautorisieren lassen und liest, dass der Shop abgebrochen hat. Es fließt kein Geld. Kommt doch noch eine Vorautorisierung an, hebt der Kassenserver sie auf.`,
    },
    verify: {
      ...CANCEL,
      effect: () =>
        'Der Kunde kann hier keine Karte mehr prüfen lassen und liest, dass der Shop abgebrochen hat. Es fließt kein Geld.',
    },
    payout: {
      ...CANCEL,
      effect: (sum) =>
        `Der Empfänger kann ${sum} hier nicht mehr erhalten und liest, dass der Shop abgebrochen hat. War er auf der Zahlungsseite schon fertig, kann das Geld noch abgehen, und der Kassenserver kann es nicht zurückrufen.`,
    },
  },
  refresh: alike<ActionWords>({
    heading: 'Das Gateway jetzt fragen?',
    effect: () => 'Der Kassenserver fragt das Gateway nach dem Stand. Es fließt kein Geld.',
    do: () => 'Jetzt fragen',
    done: () => 'Das Gateway hat geantwortet.',
  }),
  resend: alike<ActionWords>({
    heading: 'Webhooks erneut senden?',
    effect: () =>
      'Der Empfänger bekommt den Stand dieser Bestellung noch einmal, und was er bisher nicht angenommen hat. Es fließt kein Geld. Ein Server, der sich an die Anleitung hält, übergeht Wiederholungen.',
    do: () => 'Erneut senden',
    done: () => 'Der Webhook ist unterwegs.',
  }),
  'renew-link': alike<ActionWords>({
    heading: 'Den Link neu erstellen?',
    effect: () =>
      'Ein Wechsel der Schlüssel hat den Link beendet, der ausgegeben war. Der neue steht auf dieser Seite: Senden Sie ihn dem Kunden. Es fließt kein Geld.',
    do: () => 'Link erstellen',
    done: () => 'Der Link gilt wieder. Kopieren Sie ihn, oder senden Sie ihn per E-Mail.',
  }),
  'change-end': alike<ActionWords>({
    heading: 'Das Ende dieser Anforderung ändern?',
    effect: (sum) =>
      `Der Kunde kann ${sum} bis zum neuen Ende zahlen, mit demselben Link. Es fließt kein Geld.`,
    do: () => 'Ende ändern',
    done: () => 'Das Ende ist geändert.',
  }),
  'mail-request': alike<ActionWords>({
    heading: 'Per E-Mail um die Zahlung bitten?',
    effect: (sum) =>
      `Der Kassenserver schickt eine Bitte um ${sum} mit dem Link zum Bezahlen an die Adresse, mit der die Bestellung angelegt wurde.`,
    do: () => 'E-Mail senden',
    done: () => 'Die E-Mail ist in der Warteschlange. Die Seite zeigt, was aus ihr wird.',
  }),
  'mail-reminder': alike<ActionWords>({
    heading: 'Den Kunden per E-Mail erinnern?',
    effect: (sum) =>
      `Der Kassenserver schickt eine Erinnerung an ${sum} mit dem Link zum Bezahlen an die Adresse, mit der die Bestellung angelegt wurde.`,
    do: () => 'Erinnerung senden',
    done: () => 'Die E-Mail ist in der Warteschlange. Die Seite zeigt, was aus ihr wird.',
  }),
  'mail-receipt': alike<ActionWords>({
    heading: 'Den Beleg noch einmal senden?',
    effect: () =>
      'Der Kassenserver schickt den Beleg, wie die Bestellung jetzt steht, an die Adresse, die der Kunde verwendet hat.',
    do: () => 'Beleg senden',
    done: () => 'Die E-Mail ist in der Warteschlange. Die Seite zeigt, was aus ihr wird.',
  }),
  sent: alike<ActionWords>({
    heading: 'Diese Bestellung als verschickt vermerken?',
    effect: () =>
      'Die Bestellung hält fest, dass die Ware unterwegs ist. Es fließt kein Geld. Sind solche E-Mails eingeschaltet, bekommt der Kunde beim ersten Mal eine. Ein weiterer Vermerk berichtigt das Paket.',
    do: () => 'Als verschickt vermerken',
    done: () => 'Die Bestellung ist als verschickt vermerkt.',
  }),
  note: alike<ActionWords>({
    heading: 'Notiz zu dieser Bestellung',
    effect: () => 'Die Notiz ersetzt die bisherige. Es fließt kein Geld.',
    do: () => 'Notiz speichern',
    done: () => 'Die Notiz ist gespeichert.',
  }),
  erase: alike<ActionWords>({
    heading: 'Die Daten des Kunden löschen?',
    effect: () =>
      'E-Mail, Name, Adressen und Telefon dieser Bestellung werden endgültig gelöscht. Beträge und Ergebnisse bleiben für Ihre Bücher. Es fließt kein Geld.',
    do: () => 'Endgültig löschen',
    done: () => 'Die Daten des Kunden sind gelöscht.',
  }),
  'not-accepted': alike({
    do: () => 'Als nie angenommen erklären',
    done: () => 'Festgehalten: nie angenommen.',
  }),
  doubts: NEVER_TOOK,
}
