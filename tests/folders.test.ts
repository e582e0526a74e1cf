import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { importGraph } from './sources';

/**
 * Folders that import each other cannot be read one after the other. The lists may only shrink: a pair that is gone is
 * taken out, and a new one is loosened by moving what both need to where it belongs.
 */
const siblings = [
  'features/accounts/auth <> features/accounts/invitations',
  'lib/api <> lib/session',
  'server/core <> server/integrations',
  'server/core <> server/integrations/descriptions',
  'server/core <> server/integrations/files',
  'server/core <> server/integrations/npd',
  'server/core <> server/integrations/sbp',
  'server/core <> server/integrations/suggest',
  'server/core/bulk <> server/core/resource',
  'server/core/db <> server/core/resource',
  'server/core/documents <> server/core/resource',
  'server/core/resource <> server/core/trash',
  'server/modules/catalogue/bulk <> server/modules/catalogue/products',
  'server/modules/catalogue/moderation <> server/modules/catalogue/products',
  'server/modules/catalogue/products <> server/modules/catalogue/stock',
  'server/modules/catalogue/products <> server/modules/catalogue/variations',
  'server/modules/orders/edits <> server/modules/orders/payments',
  'shell/keys <> shell/menu',
  'shell/menu <> shell/search',
];

/** Folders above others in the path: a screen and its parts, a module and its sections. */
const parents = 84;

const arrows = new Set(
  [...importGraph].flatMap(([file, targets]) =>
    targets.map((target) => `${dirname(file)} > ${dirname(target)}`),
  ),
);

/** The files of `src` itself connect both sides. */
const pairs = [...arrows]
  .map((arrow) => arrow.split(' > ') as [string, string])
  .filter(([from, to]) => from < to && from !== '.' && arrows.has(`${to} > ${from}`))
  .toSorted(([from, to], [other, next]) => `${from} ${to}`.localeCompare(`${other} ${next}`));

const isParent = ([from, to]: [string, string]) => to.startsWith(`${from}/`);

it('folders beside each other import in one direction only, except those of the list', () => {
  expect(pairs.filter((pair) => !isParent(pair)).map((pair) => pair.join(' <> '))).toEqual(siblings);
});

it('folders and their subfolders import each other in no more places than before', () => {
  expect(pairs.filter(isParent).length).toBe(parents);
});
