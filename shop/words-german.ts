import type { ProductWords, ShopWords } from './words.ts'

/** The shop's words in German. */
export const GERMAN: ShopWords = {
  skip: 'Zum Inhalt',
  navigation: {
    'mug.html': 'Becher',
    'donation.html': 'Obstgarten',
    'hotel.html': 'Zimmer',
  },
  navigationLabel: 'Laden',
  otherLanguage: 'English',
  front: {
    metaDescription: 'Eine Töpferei, ein Obstgarten und ein Gästezimmer: ein Demoladen ohne Server.',
    heading: 'Ton, Äpfel und ein Bett für die Nacht',
    lead: 'Heather Hill ist eine Töpferei mit einem Obstgarten dahinter und einem Gästezimmer darüber. Ines dreht vierzig Becher in der Woche, und keiner gleicht dem anderen.',
    pictureAlt: 'Der Heidebecher auf einem Tisch, daneben Heide in einer Vase, dahinter der Hügel im Fenster',
    shelves: { goods: 'Aus der Werkstatt und der Presse', hill: 'Hier oben am Hügel' },
    paying:
      'Bezahlen Sie mit Visa oder Mastercard, ohne Konto. In den Warenkorb passt mehreres, das Sie auf einmal bezahlen.',
    shownHeading: 'Was diese Seiten denen zeigen, die Läden bauen',
    shown: {
      'mug.html': 'Ein fester Preis, bezahlt auf der Seite oder auf der Bezahlseite',
      'cart.html': 'Mehreres mit einer Zahlung',
      'donation.html': 'Ein Betrag, den Spender selbst wählen',
      'hotel.html': 'Eine Summe, die reserviert und später abgebucht wird',
      'subscription.html': 'Die erste Zahlung eines Abonnements',
      'thanks.html': 'Die Seite, auf die Käufer zurückkommen',
    },
  },
  footer: [
    'Dieser Laden ist eine Demo.',
    'Er besteht aus statischen Seiten und einem Tag: Nichts wird verschickt, und es fließt kein Geld.',
    'Jede Kartennummer mit gültiger Prüfziffer genügt. Der Sicherheitscode entscheidet: 123 wird genehmigt, 116 abgelehnt.',
  ],
  thanks: {
    title: 'Ihre Zahlung',
    description: 'Der Stand Ihrer Zahlung.',
    fallback:
      'Das Ergebnis kann hier gerade nicht angezeigt werden. Ihre Zahlung ist nicht verloren: Sie läuft auch ohne diese Seite weiter.',
  },
  cart: {
    link: 'Warenkorb',
    title: 'Ihr Warenkorb',
    description: 'Mehreres mit einer Zahlung.',
    add: 'In den Warenkorb',
    added: 'Im Warenkorb:',
    quantity: 'Menge',
    remove: 'Entfernen',
    removed: 'Entfernt:',
    payHeading: 'Alles bezahlen',
    lookAround: 'Im Laden umsehen',
    asPage: 'Der Warenkorb auf eigener Seite',
    close: 'Warenkorb schließen',
    fallback: 'Der Warenkorb kann gerade nicht bezahlt werden. Er bleibt, wie er ist.',
    withoutScript: 'Der Warenkorb braucht JavaScript. Jedes Stück gibt es auch auf seiner eigenen Seite.',
  },
  textPages: {
    'terms.html': [
      'Verkaufsbedingungen',
      'Dieser Laden ist eine Demo. Was Sie hier bestellen, wird nicht verschickt, und es fließt kein Geld.',
      'In einem echten Laden läsen Sie hier, wer verkauft, wie Sie etwas zurückgeben und welches Recht gilt.',
    ],
    'privacy.html': [
      'Datenschutz',
      'Dieser Laden läuft auf einem einzigen Rechner. Was Sie eingeben, bleibt dort.',
      'In einem echten Laden läsen Sie hier, wer Ihre Daten wie lange aufbewahrt und wie Sie sie löschen lassen.',
    ],
  },
}

/** The products' words in German, by page. */
export const GERMAN_PRODUCTS: Readonly<Record<string, ProductWords>> = {
  'mug.html': {
    description: 'Heidebecher, 300 ml',
    name: 'Der Heidebecher',
    price: '12,50 €',
    teaser: 'Von Hand gedreht, glasiert im Grauviolett der Heide im August.',
    paragraphs: [
      'Ines dreht vierzig davon in der Woche. Der Henkel ist breit genug für drei Finger im Handschuh, und der Fuß bleibt roh, damit Sie beim Heben den Ton spüren.',
      'Keine Glasur gleicht der anderen. Ihre wird der auf dem Bild nahekommen, und sie wird die einzige ihrer Art sein.',
    ],
    details: [
      ['Fasst', '300 ml'],
      ['Pflege', 'Spülmaschine und Mikrowelle'],
      ['Versand', 'Innerhalb von zwei Tagen'],
    ],
    payLabel: '12,50 € bezahlen',
    payHeading: 'Nehmen Sie einen mit',
    pictureAlt: 'Ein grauvioletter Becher Kaffee, dessen Fuß aus rohem Ton ist',
  },
  'plate.html': {
    description: 'Frühstücksteller, 22 cm',
    name: 'Der Frühstücksteller',
    price: '18,00 €',
    teaser: 'Flach, schwer und breit genug für zwei Scheiben Brot und ein Ei.',
    paragraphs: [
      'Aus demselben Ton wie der Becher gepresst und nur innen glasiert. Der Rand bleibt rau, damit ihn auch eine nasse Hand hält.',
      'Teller aus einem Brand passen zusammen. Bestellen Sie so viele, wie an Ihrem Tisch sitzen: Sie kommen vom selben Brett im Ofen.',
    ],
    details: [
      ['Durchmesser', '22 cm'],
      ['Pflege', 'Spülmaschine und Mikrowelle'],
      ['Versand', 'Innerhalb von zwei Tagen'],
    ],
    payLabel: '18,00 € bezahlen',
    payHeading: 'Decken Sie den Tisch',
    pictureAlt: 'Ein Teller mit grauvioletter Glasur und rohem Tonrand, an eine Wand gelehnt',
  },
  'juice.html': {
    description: 'Apfelsaft, 1 l',
    name: 'Der Apfelsaft',
    price: '4,20 €',
    teaser: 'An einem Samstag im Oktober gepresst aus allem, was gefallen war.',
    paragraphs: [
      'Vierzig Bäume, elf Sorten, eine Presse. Er ist trüb, er ist erst sauer und dann süß, und kein Jahr schmeckt wie das andere.',
      'Die Flasche ist mit Absicht schwer: Bringen Sie sie zurück, dann füllen wir sie wieder.',
    ],
    details: [
      ['Flasche', '1 Liter, Mehrweg'],
      ['Haltbar', 'Ein Jahr, geöffnet drei Tage'],
      ['Versand', 'In Kisten bis zwölf Flaschen'],
    ],
    payLabel: '4,20 € bezahlen',
    payHeading: 'Probieren Sie dieses Jahr',
    pictureAlt: 'Eine hohe Flasche mit trübem Apfelsaft neben einem roten Apfel',
  },
  'donation.html': {
    description: 'Spende für den Obstgarten',
    name: 'Der Obstgarten',
    price: 'Ab 2 €',
    teaser: 'Vierzig alte Apfelbäume und die Menschen, die lernen, sie zu schneiden.',
    paragraphs: [
      'Der Garten hinter dem Haus wurde 1911 gepflanzt und in den Siebzigern vergessen. Jeden Winter schneiden, veredeln und pflanzen wir mit allen, die es lernen wollen.',
      'Zehn Euro bezahlen einen jungen Baum mit Pfahl. Was am Jahresende übrig ist, wird zu Apfelwein für die Helfer.',
    ],
    details: [
      ['10 €', 'Ein junger Baum'],
      ['25 €', 'Ein Tag Unterricht'],
      ['50 €', 'Bienen für den Sommer'],
    ],
    payLabel: 'Betrag wählen und spenden',
    payHeading: 'Geben Sie, was Sie möchten',
    pictureAlt: 'Ein Apfelbaum voller Früchte an einem grünen Hang',
  },
  'hotel.html': {
    description: 'Gästezimmer, eine Nacht',
    name: 'Das Gästezimmer',
    price: '96 € die Nacht',
    teaser: 'Ein Zimmer über der Werkstatt, mit dem Hügel im Fenster.',
    paragraphs: [
      'Ein breites Bett, ein Schreibtisch, ein Ofen, den Ines anheizt, bevor Sie kommen. Zum Frühstück gibt es Brot aus dem Dorf und Äpfel aus dem Garten.',
      'Heute reservieren wir den Betrag nur auf Ihrer Karte. Am Morgen Ihrer Abreise wird er abgebucht; können Sie nicht kommen, wird er freigegeben.',
    ],
    details: [
      ['Für', 'Zwei'],
      ['Anreise', 'Ab 15 Uhr'],
      ['Heute', 'Reserviert, nicht abgebucht'],
    ],
    payLabel: '96,00 € reservieren',
    payHeading: 'Eine Nacht reservieren',
    pictureAlt: 'Ein Giebelhaus mit einem hellen Fenster unter einem runden Hügel',
  },
  'subscription.html': {
    description: 'Die Saftkiste, erster Monat',
    name: 'Die Saftkiste',
    price: '24 € im Monat',
    teaser: 'Sechs Flaschen vor Ihrer Tür, am ersten Freitag im Monat.',
    paragraphs: [
      'Heute bezahlen Sie die erste Kiste. Danach würde ein Laden mit eigenem Server dieselbe Karte jeden Monat belasten.',
      'Seiten ohne Server können das nicht, und diese Demo hat keinen: Nach heute wird nichts abgebucht. Der Server eines Händlers bewahrt statt der Karte einen Verweis auf sie auf und belastet sie mit POST /v1/rebills.',
    ],
    details: [
      ['In der Kiste', 'Sechs Flaschen'],
      ['Heute', 'Die erste Kiste'],
      ['Danach', 'In dieser Demo nichts'],
    ],
    payLabel: '24,00 € bezahlen',
    payHeading: 'Beginnen Sie mit einer Kiste',
    pictureAlt: 'Eine Holzkiste mit sechs Flaschen Apfelsaft',
  },
  'invoice.html': {
    description: 'Rechnung 2031: Glasurkurs für zwei',
    name: 'Rechnung 2031',
    price: '140,00 €',
    teaser: 'Der Glasurkurs für zwei, am zweiten Wochenende im Mai.',
    paragraphs: [
      'Eine Rechnung ist ein Angebot, das einmal bezahlt werden kann. Wer diese Seite oder den Link danach öffnet, liest, dass sie bezahlt ist.',
    ],
    details: [
      ['Für', 'Ann Miller'],
      ['Kurs', '14. und 15. Mai'],
      ['Bezahlbar', 'Einmal, von wem auch immer'],
    ],
    payLabel: 'Zahlungslink öffnen',
    payHeading: 'Diese Rechnung bezahlen',
    pictureAlt: 'Drei Pinsel in einem Tongefäß neben einer halb glasierten Schale',
  },
}
