import { textsOf } from '@tests/dictionaries';
import { describe, expect, it } from 'vitest';
import { type Area, areas, levels } from '@/contract/core/areas';

describe.each(['ru', 'en', 'ar'])('words in %s', (language) => {
  it('say what each right lets a person do', () => {
    const words = new Map<string, string>([
      ...['accounts', 'common'].flatMap((file) =>
        [...textsOf(language, `${file}.json`)].map(([key, text]) => [`${file}:${key}`, text] as const),
      ),
    ]);
    const asked = (Object.keys(areas) as Area[]).flatMap((area) => [
      `common:areas.${area}`,
      ...areas[area].map((level) => `accounts:roles.rights.${area}.${level}`),
    ]);

    expect(
      [...asked, ...levels.map((level) => `common:levels.${level}`)].filter((key) => !words.get(key)),
    ).toEqual([]);
  });
});
