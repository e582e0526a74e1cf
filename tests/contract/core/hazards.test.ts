import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Every hazard of reference rules §6 has a test that names it: `H-07: …`, `… (H-07)`. */
const hazards = Array.from({ length: 60 }, (_each, number) => `H-${String(number + 1).padStart(2, '0')}`);

/** Hazards whose feature does not exist yet, with the reason. */
const unbuilt: Record<string, string> = {};

const folder = 'tests/server';
const titles = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .flatMap((name) => {
    const text = readFileSync(`${folder}/${name}`, 'utf8');
    return [...text.matchAll(/(?:\bit\(|\]\)\(|^\s+)(['`])(.+?)\1,\s/gm)].map(([, , title = '']) => title);
  });

it('has a test for every hazard, and exceptions only for those without one', () => {
  const named = hazards.filter((id) =>
    titles.some((title) => title.startsWith(id) || new RegExp(`\\((hazard )?${id}\\)$`).test(title)),
  );

  expect(hazards.filter((id) => !named.includes(id))).toEqual(Object.keys(unbuilt));
});
