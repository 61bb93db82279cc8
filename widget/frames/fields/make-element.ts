/** Makes an element of HTML. An attribute's value is never markup. */
export function makeElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  return finished(document.createElement(name), attributes, children)
}

/** Makes an element of SVG, as `makeElement` does one of HTML. */
export function makeShape<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  ...children: (Node | string)[]
): SVGElementTagNameMap[Name] {
  return finished(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children)
}

function finished<Made extends Element>(
  element: Made,
  attributes: Readonly<Record<string, string>>,
  children: (Node | string)[],
): Made {
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value)
  element.append(...children)
  return element
}
