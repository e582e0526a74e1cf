import { type Matrix, type MatrixAttribute, type MatrixRow, type MatrixValue, valuesById } from './matrix';

interface Look {
  ticked: ReadonlySet<string>;
  /** Shown value by attribute; an attribute that is missing shows all. */
  filter: Readonly<Record<number, number>>;
  canUndo: boolean;
}

/** What the grid as a whole is drawn from; another object after every change but one of a single cell. */
export interface Shape extends Look {
  attributes: MatrixAttribute[];
  names: ReadonlyMap<number, MatrixValue>;
  /** Keys of the rows that are shown, in their order. */
  shown: string[];
  /** How many there are when nothing is filtered. */
  included: number;
  excluded: MatrixRow[];
}

export function shapeOf({ attributes, rows }: Matrix, look: Look): Shape {
  const wanted = Object.values(look.filter);
  const included = rows.filter(({ isExcluded }) => !isExcluded);
  return {
    ...look,
    attributes,
    names: valuesById(attributes),
    shown: included
      .filter(({ valueIds }) => wanted.every((id) => valueIds.includes(id)))
      .map(({ key }) => key),
    included: included.length,
    excluded: rows.filter(({ isExcluded }) => isExcluded),
  };
}
