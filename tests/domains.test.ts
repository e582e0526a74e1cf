import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { domains } from '@/contract/domains';

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
