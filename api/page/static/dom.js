// Elements made in one line.

/** An element with properties and children; `data` and `aria` are objects, what is null or false is left out. */
export function el(name, { data = {}, aria = {}, on = {}, ...properties } = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "role" || key === "for") element.setAttribute(key, value);
    else element[key] = value;
  }
  for (const [key, value] of Object.entries(data)) element.dataset[key] = value;
  for (const [key, value] of Object.entries(aria)) {
    if (value !== null && value !== false) element.setAttribute(`aria-${key}`, value);
  }
  for (const [key, listener] of Object.entries(on)) element.addEventListener(key, listener);
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export const byId = (id) => document.getElementById(id);

const SVG = "http://www.w3.org/2000/svg";

/** The shape of a colour, or the joker's cap, from the definitions in the page. */
export function shape(name, kind = "shape") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", kind);
  svg.setAttribute("viewBox", name === "cap" ? "-15 -13 30 23" : "-7 -7 14 14");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#s${name}`);
  svg.append(use);
  return svg;
}
