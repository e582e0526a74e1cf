import type { Drawing } from '@/server/demo/pictures';
import shapesData from './shapes.json';

/** Drawing of a product: its shape, the shape's two colours, and an emblem. */
export type Look = readonly [shape: string, main: string, second: string, emblem?: string];

interface Shape {
  svg: string;
  /** Centre of the emblem, and its scale. */
  emblem?: readonly number[];
  /** The emblem is drawn on the second colour, so it has the main one. */
  onSecond?: boolean;
}

const shapes: Record<string, Shape | undefined> = shapesData.shapes;
const emblems: Record<string, string | undefined> = shapesData.emblems;

/** A product on a shelf before a wall tinted in its colour. */
export function productDrawing(name: string, look: Look): Drawing {
  const [shapeName, main, second, emblem] = look;
  const shape = shapes[shapeName];
  if (!shape) throw new Error(`The demo cannot draw "${shapeName}"`);
  const ground = tint(main);
  const figure = shape.svg.replaceAll('var(--second)', second).replaceAll('var(--ground)', ground);
  return {
    name,
    size: [side, side],
    svg:
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" color="${main}" fill="${main}">` +
      `<rect width="100" height="100" fill="${ground}"/><circle cx="50" cy="46" r="42" opacity=".1"/>` +
      `<rect y="86" width="100" height="14" opacity=".16"/><ellipse cx="50" cy="86" rx="32" ry="3.4" opacity=".3"/>` +
      `<g transform="translate(9 10) scale(.84) translate(2 4)">${figure}${emblem ? emblemOn(shape, emblem, shape.onSecond ? main : second) : ''}</g></svg>`,
  };
}

/** Large enough for every screen, and small because the first start draws them all. */
const side = 320;

function emblemOn({ emblem }: Shape, name: string, colour: string): string {
  const [x, y, scale] = emblem ?? [];
  const drawn = emblems[name];
  if (x === undefined || y === undefined || scale === undefined || !drawn)
    throw new Error(`The demo cannot draw the emblem "${name}"`);
  return `<g transform="translate(${x} ${y}) scale(${scale}) translate(-50 -50)" color="${colour}" fill="${colour}">${drawn}</g>`;
}

/** A colour mixed with six parts white. */
function tint(colour: string): string {
  const channel = (from: number) => Number.parseInt(colour.slice(from, from + 2), 16);
  const mixed = [1, 3, 5].map((from) => Math.round((channel(from) + 6 * 250) / 7));
  return `rgb(${mixed.join(' ')})`;
}
