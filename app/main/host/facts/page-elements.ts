/** Elements that do not end a line: their text goes on in that around them. In lower case. */
export const INLINE_ELEMENTS: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i ins kbd label mark q s samp small span strong sub sup time tspan u var wbr'.split(
    ' ',
  ),
);

/** Elements of a page whose content no reader of it gets. */
const NEVER_READ = new Set(
  'head title script style template noscript noframes noembed iframe object embed svg canvas audio video datalist meta link base annotation annotation-xml'.split(
    ' ',
  ),
);
/** The same of other markup: a `title` there is text like any other. */
const NEVER_READ_IN_XML = new Set(['script', 'style', 'metadata', 'defs', 'template', 'noscript']);

const ZERO = /^[+-]?(?:0+(?:\.0*)?|\.0+)(?:[a-z]+|%)?$/;
/** So far outside that nothing of it is on the screen. */
const FAR_OUT = /^-(?:\d{4,}|[5-9]\d\d)(?:\.\d+)?(?:px|pt|em|rem|%|vw|vh)?$/;
/** The largest letters, in pixels or points, that nobody can read. */
const SMALLEST_LETTERS = 2;

const tooSmall = (size: string): boolean => {
  const [, number, unit] = /^\+?(\d*\.?\d+)(px|pt)$/.exec(size) ?? [];
  return ZERO.test(size) || (unit !== undefined && Number(number) <= SMALLEST_LETTERS);
};
const noColour = (value: string): boolean =>
  value === 'transparent' || /^(?:rgba|hsla?|rgb)\(.*[,/]\s*(?:0+(?:\.0*)?|\.0+)%?\s*\)$/.test(value);

/** What hides text, by property; the value comes in lower case without `!important`. */
const HIDING: Readonly<Record<string, (value: string) => boolean>> = {
  display: (value) => value === 'none',
  visibility: (value) => value === 'hidden' || value === 'collapse',
  'content-visibility': (value) => value === 'hidden',
  opacity: (value) => ZERO.test(value),
  'font-size': tooSmall,
  font: (value) =>
    value.split(/[\s/]+/).some((part) => /^\+?[\d.]/.test(part) && /[a-z%]$|^0/.test(part) && tooSmall(part)),
  zoom: (value) => ZERO.test(value),
  width: (value) => ZERO.test(value),
  height: (value) => ZERO.test(value),
  'max-width': (value) => ZERO.test(value),
  'max-height': (value) => ZERO.test(value),
  'text-indent': (value) => FAR_OUT.test(value),
  left: (value) => FAR_OUT.test(value),
  right: (value) => FAR_OUT.test(value),
  top: (value) => FAR_OUT.test(value),
  bottom: (value) => FAR_OUT.test(value),
  'margin-left': (value) => FAR_OUT.test(value),
  'margin-top': (value) => FAR_OUT.test(value),
  clip: (value) => /^rect\(\s*(?:[01](?:px)?[\s,]*){4}\)$/.test(value),
  'clip-path': (value) => /^inset\(\s*(?:50|100)%|^(?:circle|ellipse)\(\s*0/.test(value),
  transform: (value) => /scale[xy3d]*\(\s*(?:0+(?:\.0*)?|\.0+)\s*[,)]/.test(value),
  color: noColour,
  '-webkit-text-fill-color': noColour,
};

/** A style without its comments and escapes, as a browser reads it. */
function plainStyle(style: string): string {
  return style
    .replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '')
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_whole, code: string) => {
      const point = Number.parseInt(code, 16);
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '';
    })
    .replace(/\\/g, '')
    .toLowerCase();
}

function styleHides(style: string): boolean {
  const said = new Map<string, string>();
  for (const declaration of plainStyle(style).split(';')) {
    const colon = declaration.indexOf(':');
    const property = declaration.slice(0, Math.max(0, colon)).trim();
    const value = declaration
      .slice(colon + 1)
      .replace(/!\s*important\s*$/, '')
      .trim();
    if (Object.hasOwn(HIDING, property) && HIDING[property]?.(value)) return true;
    said.set(property, value);
  }
  const colour = said.get('color');
  return colour !== undefined && (colour === said.get('background') || colour === said.get('background-color'));
}

/**
 * Whether no reader of a page gets what is in an element, as far as the element itself says: by its kind, its attributes
 * or its own style. A style sheet of the page is not read.
 * @param name in lower case, without a prefix
 * @param attribute gives an attribute, or undefined where there is none
 */
export function isHidden(
  name: string,
  attribute: (name: string) => string | null | undefined,
  markup: 'html' | 'xml' = 'html',
): boolean {
  if ((markup === 'html' ? NEVER_READ : NEVER_READ_IN_XML).has(name)) return true;
  const has = (key: string): boolean => typeof attribute(key) === 'string';
  const says = (key: string): string => (attribute(key) ?? '').trim().toLowerCase();
  if (has('hidden') || has('popover') || says('aria-hidden') === 'true') return true;
  if (name === 'dialog' && !has('open')) return true;
  if (name === 'input' && says('type') === 'hidden') return true;
  if (has('style') && styleHides(attribute('style') ?? '')) return true;
  if (markup === 'html')
    return (name === 'td' || name === 'th' ? [] : ['width', 'height']).some((key) => ZERO.test(says(key)));
  // What a style says may be an attribute of its own in SVG.
  return ['display', 'visibility', 'opacity', 'font-size'].some((key) => has(key) && HIDING[key]?.(says(key)));
}
