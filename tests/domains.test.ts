import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { providerKinds } from '@/contract/accounts/providers';
import { domains } from '@/contract/domains';
import { eventFamilies } from '@/contract/events';
import { providerNames } from '@/contract/ledger/providers';
import { registerNames } from '@/contract/receipts/registers';
import { modules } from '@/server/modules';
import { sources } from './sources';

describe('domains', () => {
  const sides = [
    ...['src/contract', 'src/server/modules', 'src/features', 'src/server/demo'],
    ...['tests/server', 'tests/admin', 'public/locales/ru'],
  ];
  /** Sides that a domain does without, and why. */
  const absent: Record<string, string> = {
    'src/server/demo/insights': 'dashboards and the log count what the other domains write',
  };

  it.each(sides)('each have their place in %s, or a reason why not', (side) => {
    const isThere = (domain: string) =>
      existsSync(`${side}/${domain}`) || existsSync(`${side}/${domain}.json`);

    expect(domains.filter((domain) => !isThere(domain)).map((domain) => `${side}/${domain}`)).toEqual(
      Object.keys(absent).filter((path) => path.startsWith(`${side}/`)),
    );
  });

  it.each(['src/contract', 'src/features'])('name every folder of %s', (side) => {
    const folders = readdirSync(side, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !['core', 'pages'].includes(entry.name))
      .map(({ name }) => name);

    expect(folders.filter((name) => !domains.some((domain) => domain === name))).toEqual([]);
  });
});

describe('outside services', () => {
  it('state what they can do: nobody outside of their clients compares names', () => {
    // Whether the settings of each service are there.
    const exempt = ['server/modules/settings/services-health.ts'];
    const generic = ['demo', 'openid'];
    const names = [...providerNames, ...registerNames, ...providerKinds].filter(
      (name) => !generic.includes(name),
    );
    const compared = new RegExp(`(?:[=!]==|case|'=',|\\w =) '(?:${names.join('|')})'`);
    const isClient = (path: string) => /^(server\/(integrations|demo)|fakes)\//.test(path);
    const found = sources.filter(({ path, text }) => !isClient(path) && compared.test(text));

    expect(names).toEqual(expect.arrayContaining(['tbank', 'atol', 'vk']));
    expect(found.map(({ path }) => path)).toEqual(exempt);
  });
});

it('every business event has a reader', () => {
  const read = modules.flatMap(({ consumers = [] }) => consumers.flatMap(({ on }) => Object.keys(on)));

  expect(Object.keys(eventFamilies).filter((type) => !read.includes(type))).toEqual([]);
});
