import { readFileSync } from 'node:fs';
import i18next from 'i18next';
import { expect, it } from 'vitest';
import { resourceNames } from '@/contract';
import { adminMenu, ownerMenu, shopMenu } from '@/shell/menu/navigation';

const read = (language: string, name: string) =>
  JSON.parse(readFileSync(`public/locales/${language}/${name}.json`, 'utf8')) as object;

it.each(['ru', 'en', 'ar'])('a menu entry has the title of its list in %s', async (lng) => {
  const names = ['common'];
  const words = i18next.createInstance();
  await words.init({
    ...{ lng, ns: names, defaultNS: 'common' },
    resources: { [lng]: Object.fromEntries(names.map((name) => [name, read(lng, name)])) },
  });
  const lists = new Map(resourceNames.map((name) => [`/${name}`, words.t(`common:families.${name}`)]));
  // Lists of everything stand next to others of the same rows.
  const nodes = [...adminMenu, ...ownerMenu, ...shopMenu].flatMap((group) => group.nodes);
  const links = nodes.flatMap((node) => node.links).filter(({ label }) => !label.startsWith('text-all-'));
  const found = links.flatMap(({ label, path }) => {
    const title = lists.get(path.replace('/[shop]', ''));
    const entry = words.t(label);
    return title === undefined || title === entry ? [] : [`${path}: ${entry}, not ${title}`];
  });
  expect(found).toEqual([]);
});
