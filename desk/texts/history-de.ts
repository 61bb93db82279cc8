/** The words of an order's history in German. */
import { alike } from './by-intent.ts'
import type { HISTORY_ENGLISH } from './history-en.ts'

const REASONS: (typeof HISTORY_ENGLISH)['reasons']['sale'] = {
  'outcome-unknown':
    'Niemand kann sagen, ob Geld geflossen ist. Der Kassenserver fragt weiter; bleibt es dabei, fragen Sie den Support des Gateways.',
  'duplicate-charge':
    'Der Kunde wurde irrtümlich belastet: ein zweites Mal, nach dem Abbruch oder ohne freies Stück des Angebots. Der Kassenserver gibt diese Belastung gerade zurück.',
  'unmatched-transaction': 'Das Gateway nennt eine Transaktion, die diese Bestellung nicht begonnen hat.',
  'follow-up-unknown':
    'Ein Einzug, Storno oder eine Erstattung ist vielleicht geschehen. Wiederholen Sie nichts, bevor das Ergebnis feststeht.',
  'follow-up-waiting':
    'Eine Erstattung liegt über den Grenzen des Schlüssels, der sie verlangt hat. Eine andere Person entscheidet.',
  'units-unconfirmed': 'Eine Genehmigung wartet auf den Zähler eines begrenzten Angebots.',
  'merchant-not-notified': 'Ihr Server hat die Webhooks tagelang nicht angenommen.',
}

const SHORT_REASONS: (typeof HISTORY_ENGLISH)['shortReasons']['sale'] = {
  'outcome-unknown': 'Ergebnis unklar',
  'duplicate-charge': 'Irrtümlich belastet',
  'unmatched-transaction': 'Fremde Transaktion',
  'follow-up-unknown': 'Einzug, Storno oder Erstattung unklar',
  'follow-up-waiting': 'Erstattung wartet auf Entscheidung',
  'units-unconfirmed': 'Stückzahl nicht bestätigt',
  'merchant-not-notified': 'Webhooks nicht angenommen',
}

const STAGES = {
  ...{ capture: 'Einzug', void: 'Storno', reversal: 'Erstattung' },
  ...{ chargeback: 'Rückbuchung', other: 'Transaktion' },
}
const PAYOUT_STAGES = {
  ...{ ...STAGES, capture: 'Auszahlung', reversal: 'Rückkehr der Auszahlung' },
  chargeback: 'Rückruf der Auszahlung',
}

export const HISTORY_GERMAN: typeof HISTORY_ENGLISH = {
  reasons: {
    sale: REASONS,
    preauth: {
      ...REASONS,
      'outcome-unknown':
        'Niemand kann sagen, ob Geld vorautorisiert ist. Der Kassenserver fragt weiter; bleibt es dabei, fragen Sie den Support des Gateways.',
      'duplicate-charge':
        'Irrtümlich wurde Geld vorautorisiert: ein zweites Mal, nach dem Abbruch oder ohne freies Stück des Angebots. Der Kassenserver hebt das gerade auf.',
    },
    verify: {
      ...REASONS,
      'outcome-unknown':
        'Niemand kann sagen, ob die Karte geprüft wurde. Es fließt kein Geld. Der Kassenserver fragt weiter; bleibt es dabei, fragen Sie den Support des Gateways.',
      'duplicate-charge': 'Die Karte wurde öfter geprüft, als diese Bestellung zeigt. Es fließt kein Geld.',
    },
    payout: {
      ...REASONS,
      'outcome-unknown':
        'Niemand kann sagen, ob das Geld ausgezahlt wurde. Zahlen Sie es nicht noch einmal aus. Der Kassenserver fragt weiter; bleibt es dabei, fragen Sie den Support des Gateways.',
      'duplicate-charge':
        'Irrtümlich wurde Geld ausgezahlt: ein zweites Mal oder nach dem Abbruch. Der Kassenserver kann es nicht zurückrufen. Fragen Sie den Support des Gateways.',
      'follow-up-unknown':
        'Das Geld ist vielleicht ausgezahlt. Zahlen Sie es nicht noch einmal aus, bevor das Ergebnis feststeht.',
    },
  },
  shortReasons: {
    sale: SHORT_REASONS,
    preauth: { ...SHORT_REASONS, 'duplicate-charge': 'Irrtümlich vorautorisiert' },
    verify: { ...SHORT_REASONS, 'duplicate-charge': 'Irrtümlich geprüft' },
    payout: {
      ...SHORT_REASONS,
      'duplicate-charge': 'Irrtümlich ausgezahlt',
      'follow-up-unknown': 'Auszahlung unklar',
    },
  },
  events: {
    'order-opened': 'Bestellung eröffnet',
    'attempt-sent': '{subject} {n} an das Gateway gesendet',
    'attempt-accepted': 'Das Gateway hat {subject} {n} angenommen',
    'attempt-refused': 'Das Gateway hat {subject} {n} abgelehnt',
    'attempt-reply-lost':
      'Die Antwort des Gateways auf {subject} {n} ging verloren; der Kassenserver fragt nach',
    'attempt-not-accepted': 'Bewiesen: Das Gateway hat {subject} {n} nie angenommen',
    'follow-up-sent': '{operation} an das Gateway gesendet',
    'follow-up-accepted': 'Das Gateway hat den Auftrag angenommen: {operation}',
    'follow-up-refused': 'Das Gateway hat abgelehnt: {operation}',
    'follow-up-reply-lost':
      'Die Antwort des Gateways ging verloren; der Kassenserver fragt nach: {operation}',
    'follow-up-not-accepted': 'Das Gateway hat diesen Auftrag nie angenommen: {operation}',
    'approval-asked': '{operation} liegt über den Grenzen ihres Schlüssels und wartet auf eine andere Person',
    'approval-granted': '{operation} freigegeben und an das Gateway gesendet',
    'approval-refused': '{operation} abgelehnt und nicht gesendet',
    'approval-lapsed': '{operation} verfallen, weil niemand rechtzeitig entschied',
    'refund-sent': '{refund} gesendet',
    'refund-accepted': 'Das Gateway hat die {refund} angenommen',
    'refund-refused': 'Das Gateway hat die {refund} abgelehnt',
    'refund-reply-lost': 'Die Antwort auf die {refund} ging verloren; der Kassenserver fragt nach',
    'gateway-reported': 'Das Gateway meldet: {stage} {status}',
    'gateway-misnamed': 'Das Gateway antwortete zu etwas anderem; das entscheidet nichts',
    'polling-ended': 'Der Kassenserver fragt nicht mehr: Keine Antwort hat es geklärt',
    'callback-received': 'Das Gateway hat sich gemeldet',
    'shopper-returned': 'Der Kunde kam von der Zahlungsseite zurück',
    'bank-step-opened': 'Die Bank des Kunden wurde gefragt',
    'bank-step-answered': 'Die Seite der Bank hat geantwortet',
    'bank-step-accepted': 'Das Gateway hat die Antwort der Bank angenommen',
    'bank-step-refused': 'Das Gateway hat die Antwort der Bank abgelehnt',
    'bank-step-overdue': 'Die Bank hat nicht rechtzeitig geantwortet',
    'card-kept': 'Die Karte wurde für spätere Zahlungen gespeichert',
    'card-not-kept': 'Die Karte konnte nicht gespeichert werden',
    'card-removed': 'Der Kunde hat eine gespeicherte Karte entfernt',
    'recurring-payment-created': 'Eine wiederkehrende Zahlung wurde eingerichtet',
    'unmatched-transaction': 'Das Gateway nennt eine Transaktion, die hier niemand begonnen hat',
    'units-reserved': 'Stücke des begrenzten Angebots wurden reserviert',
    'units-refused': 'Vom begrenzten Angebot ist nichts mehr übrig',
    'units-released': 'Reservierte Stücke wurden freigegeben',
    'order-cancelled': 'Der Kunde hat abgebrochen',
    'order-expired': 'Die Bestellung ist abgelaufen',
    'expiry-changed': 'Das Ende wurde geändert',
    'order-followed': 'Die Zahlung wurde erneut verlangt als',
    'link-opened': 'Jemand hat auf der Seite des Links geklickt',
    'link-renewed': 'Der Link wurde neu gemacht, unter dem jetzigen Schlüssel der Tokens',
    'attempt-cancelled': 'Wer den Link hat, hat Versuch {n} abgebrochen; die Bestellung bleibt offen',
    'tokens-revoked': 'Links und Tokens der Bestellung wurden widerrufen',
    'personal-data-read': 'Die Daten des Kunden wurden gelesen',
    'personal-data-erased': 'Die Daten des Kunden wurden gelöscht',
    'merchant-notified': 'Ihr Server wurde benachrichtigt',
    'notification-given-up': 'Ihr Server hat eine Benachrichtigung nicht angenommen',
    'notifications-resent': 'Benachrichtigungen erneut gesendet',
    'order-sent': 'Die Ware wurde verschickt',
    'note-written': 'Eine Notiz wurde geschrieben',
    'events-omitted': 'Ältere Ereignisse werden nicht aufbewahrt',
  },
  eventsByKey: {
    'order-cancelled': 'Der Shop hat storniert, mit dem Schlüssel „{by}“',
    'attempt-not-accepted': 'Mit dem Schlüssel „{by}“ erklärt: Das Gateway hat {subject} {n} nie angenommen',
    'follow-up-not-accepted':
      'Mit dem Schlüssel „{by}“ erklärt: Das Gateway hat diesen Auftrag nie angenommen ({operation})',
  },
  byKey: (name) => `Schlüssel „${name}“`,
  operations: { capture: 'Einzug', void: 'Storno', return: 'Erstattung', 'payout-pay': 'Auszahlung' },
  steps: {
    method: 'Prüfung des Browsers',
    challenge: 'Bestätigung',
    pareq: 'Bestätigung (3-D Secure 1)',
    redirect: 'Bestätigung auf eigener Seite',
    page: 'Bestätigung auf eigener Seite',
  },
  subjects: {
    sale: 'Zahlung',
    preauth: 'Vorautorisierung',
    verify: 'Kartenprüfung',
    payout: 'Auszahlung',
    'payout-check': 'Prüfung der Auszahlung',
  },
  refunds: {
    ...alike('Erstattung einer doppelten Belastung'),
    preauth: 'Aufhebung einer doppelten Vorautorisierung',
  },
  stages: {
    sale: { ...STAGES, payment: 'Zahlung' },
    preauth: { ...STAGES, payment: 'Vorautorisierung' },
    verify: { ...STAGES, payment: 'Kartenprüfung' },
    payout: { ...PAYOUT_STAGES, payment: 'Auszahlung' },
    'payout-check': { ...PAYOUT_STAGES, payment: 'Prüfung der Auszahlung' },
  },
  deliveries: {
    webhook: {
      pending: 'Webhook unterwegs',
      delivered: 'Webhook zugestellt',
      'given-up': 'Webhook aufgegeben',
    },
    mail: { pending: 'E-Mail unterwegs', delivered: 'E-Mail zugestellt', 'given-up': 'E-Mail aufgegeben' },
  },
  deliveryFailures: {
    timeout: 'keine Antwort in der Zeit',
    unreachable: 'nicht erreichbar',
    off: 'ausgeschaltet',
  },
  reported: {
    ...{ approved: 'genehmigt', declined: 'abgelehnt', filtered: 'blockiert', error: 'fehlgeschlagen' },
    ...{ unknown: 'unklar', processing: 'in Arbeit', cancelled: 'abgebrochen' },
  },
  transaction: (id) => `Transaktion ${id}`,
  failures: {
    declined: 'Die Bank hat abgelehnt.',
    'declined-expired-card': 'Die Karte ist abgelaufen.',
    'declined-funds': 'Die Karte ist nicht gedeckt.',
    'declined-security-code': 'Der Sicherheitscode war falsch.',
    'cancelled-at-gateway': 'Der Kunde hat auf der Zahlungsseite abgebrochen.',
    filtered: 'Die Risikoregeln des Gateways haben es blockiert.',
    refused: 'Das Gateway hat den Auftrag abgelehnt.',
    'gateway-silent': 'Das Gateway hat nicht geantwortet.',
    'not-accepted': 'Das Gateway hat es nie angenommen.',
  },
}
