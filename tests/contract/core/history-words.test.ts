import { readdirSync, readFileSync } from 'node:fs';
import { dictionary, familyTexts } from '@tests/dictionaries';
import { describe, expect, it } from 'vitest';
import { resourceNames, resources } from '@/contract';
import { historyWord } from '@/lib/format/history-changes';

/** History and activity log are shown in words: everything that services write has a text in both languages. */
const folder = 'src/server';

/** Quoted texts in calls that write the log, except names of families. */
function actionsIn(source: string): string[] {
  const written = [
    ...source.matchAll(/\b(?:audit|auditAction|record|decide|finishPasswordChange)\(/g),
  ].flatMap(({ index }) => {
    const call = callAt(source, index).replace(
      /family: '[^']*'|changes: [\s\S]*|change: Partial<[^>]*>/g,
      '',
    );
    return [...call.matchAll(/'([a-z][a-z:-]+)'/g)].map(([, word = '']) => word);
  });
  // Events of an order are logged by their kind.
  const events = [...source.matchAll(/\brecordEvent\(/g)].flatMap(({ index }) => {
    return [...callAt(source, index).matchAll(/kind: '([a-z-]+)'/g)].map(([, word = '']) => word);
  });
  return [...written, ...events];
}

/** From a call's name to its closing parenthesis. */
function callAt(source: string, start: number): string {
  let depth = 0;
  for (let end = source.indexOf('(', start); end < source.length; end += 1) {
    if (source[end] === '(') depth += 1;
    if (source[end] === ')') depth -= 1;
    if (depth === 0) return source.slice(start, end);
  }
  return source.slice(start);
}

const actions = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => actionsIn(readFileSync(`${folder}/${file}`, 'utf8')));

describe.each(['ru', 'en'])('in %s', (language) => {
  const text = readFileSync(`public/locales/${language}/insights.json`, 'utf8');
  const words: Record<string, string> = JSON.parse(text).history.actions;

  it('every action has a text', () => {
    const missing = actions.filter((action) => !words[historyWord(action)]);
    expect(missing).toEqual([]);
  });

  it('no text is unused', () => {
    const keys = [...new Set(actions.map(historyWord))];
    expect(Object.keys(words).sort()).toEqual(keys.sort());
  });
});

type Words = { [key: string]: string | Words };

/** Fields and codes in forms of the families, which therefore appear in the log. */
describe.each(['ru', 'en'])('in %s, of the families', (language) => {
  const families: Words = familyTexts(language);
  const common: Words = dictionary(language, 'common');
  const at = (words: Words, path: string): unknown =>
    path.split('.').reduce<unknown>((part, key) => (part as Words | undefined)?.[key], words);
  const isWord = (words: Words, path: string) => typeof at(words, path) === 'string';

  it.each(resourceNames.map((name) => [name]))('%s: every field and every code has a text', async (name) => {
    const { fields } = await resources[name].schema();
    const missing = Object.entries(fields).flatMap(([key, field]) => {
      const isNamed =
        isWord(families, `${name}.fields.${key}`) ||
        isWord(common, `fields.${key}`) ||
        isWord(families, `history.fields.${key}`) ||
        // An object is logged by its parts.
        field.describe().type === 'object';
      const { oneOf = [] } = field.describe() as { oneOf?: unknown[] };
      const codes = oneOf.filter((one): one is string => typeof one === 'string' && /^[a-z]/i.test(one));
      const unnamed = codes.filter(
        (code) =>
          !isWord(families, `${name}.options.${key}.${historyWord(code)}`) &&
          !isWord(families, `history.values.${historyWord(code)}`),
      );
      return [...(isNamed ? [] : [key]), ...unnamed.map((code) => `${key}: ${code}`)];
    });
    expect(missing).toEqual([]);
  });
});
