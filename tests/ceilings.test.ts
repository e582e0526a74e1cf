import { expect, it } from 'vitest';
import { reachedFrom, runtimeGraph, sources, withoutTypes } from './sources';

/**
 * What had no ceiling doubled. Counted are the files of `src/server/modules` that a file needs at run time, directly or through
 * others, those of core included; the file itself and imports of types are not. A ceiling may only go down: what does not fit
 * is an event, a job, or a part of another file that stands on its own (docs/architecture.md, "What the left needs of the right").
 */
const ceilings = {
  'orders/move-order': 34,
  'orders/checkout/place-order': 39,
  'refunds/decide-refund': 42,
  'refunds/refund-moves': 30,
  'refunds/settle-refund': 20,
  'catalogue/products/save-product': 26,
};

it.each(Object.entries(ceilings))('%s needs at most %i modules', (name, ceiling) => {
  const below = [...reachedFrom(runtimeGraph, `server/modules/${name}.ts`)].filter((file) =>
    file.startsWith('server/modules/'),
  );

  expect(below.length).toBeGreaterThan(5);
  expect(below.length).toBeLessThanOrEqual(ceiling);
});

/** Most forms are `ActionForm`, `ResourceForm` or a part of a record's form; those that hold everything themselves only become fewer. */
it('forms of their own are at most 67', () => {
  const own = sources.filter(({ text }) => /<form\b|\buseForm\(/.test(text));

  expect(own.length).toBeGreaterThan(30);
  expect(own.length).toBeLessThanOrEqual(67);
});

it('counts no import of types', () => {
  const types = [
    "import type { A } from './a';",
    "import { type A, type B } from './a';",
    "export type { A } from './a';",
  ];
  const values = ["import { type A, b } from './a';", "import a from './a';", "export { b } from './a';"];

  expect(types.map(withoutTypes)).toEqual(['', '', '']);
  expect(values.map(withoutTypes)).toEqual(values);
});
