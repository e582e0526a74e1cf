import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { resources } from '@/contract';
import { importGraph } from './sources';

/** The walks of `docs/architecture.md`, whose steps are held against the imports. */
interface Step {
  file: string;
  /** What leads to the file where no import does. */
  led: string;
}

const [, chapter = ''] = readFileSync('docs/architecture.md', 'utf8').split("## A newcomer's walk");
const walks = (chapter.split('\n## ')[0] ?? '').split('\n**').slice(1);
const longest: Record<string, number> = {
  'The list of products': 9,
  "The change of an order's status": 8,
  'The decision of a refund': 10,
  'The import of products': 10,
  'Saving a product with variations': 16,
  'A payment, its entry and its receipt': 12,
  'A payout that a second person confirms': 10,
};

const titleOf = (walk: string) => walk.slice(0, walk.indexOf('**'));
const stepsOf = (walk: string): Step[] =>
  [...walk.matchAll(/^\d+\. `src\/([^`]+)`(.*)$/gm)].map(([, file = '', led = '']) => ({
    file,
    led: led.trim(),
  }));

const textOf = (file: string) => readFileSync(`src/${file}`, 'utf8');
const importers = (file: string) =>
  [...importGraph].filter(([, to]) => to.includes(file)).map(([from]) => from);

/** True where the file is what the step says of it. */
function isLedTo({ file, led }: Step, before: readonly Step[]): boolean {
  const [, event] = /^reads the event `([\w-]+)`$/.exec(led) ?? [];
  if (event)
    return (
      textOf(file).includes(`'${event}': `) &&
      before.some((step) => textOf(step.file).includes(`emit(ctx, '${event}'`))
    );
  const [, family] = /^is the service of `([\w-]+)`$/.exec(led) ?? [];
  if (family) {
    const name = `${family}Service`;
    const isRegistered = importers(file).some(
      (from) => /modules\/\w+\/index\.ts$/.test(from) && textOf(from).includes(name),
    );
    return Object.hasOwn(resources, family) && isRegistered;
  }
  const [, job] = /^runs the job `([\w-]+)`$/.exec(led) ?? [];
  if (job)
    return (
      /\bkind: 'queued'/.test(textOf(file)) &&
      importGraph.get(file)?.some((to) => textOf(to).includes(`'${job}'`)) === true
    );
  const [, channel] = /^wakes on `(\w+)`$/.exec(led) ?? [];
  if (channel)
    return (
      textOf(file).includes(`wakeOn: '${channel}'`) &&
      before.some((step) => textOf(step.file).includes(`pg_notify('${channel}'`))
    );
  return led === 'answers the request' && /Routes\b/.test(textOf(file)) && /routes\.ts$/.test(file);
}

it('are those that a newcomer takes first', () => {
  expect(walks.map(titleOf)).toEqual(Object.keys(longest));
});

describe.each(walks.map((walk) => [titleOf(walk), stepsOf(walk), walk] as const))(
  '%s',
  (title, steps, walk) => {
    it('follows imports, requests, jobs and events without a gap', () => {
      const gaps = steps.slice(1).filter((step, index) => {
        const isImported = steps
          .slice(0, index + 1)
          .some(({ file }) => importGraph.get(file)?.includes(step.file));
        return step.led === '' ? !isImported : !isLedTo(step, steps.slice(0, index + 1));
      });

      expect(gaps.map(({ file }) => file)).toEqual([]);
    });

    it('is as long as it says, and no longer than its limit', () => {
      expect(walk).toContain(`(${steps.length} files)`);
      expect(steps.length).toBeLessThanOrEqual(longest[title] ?? 0);
    });
  },
);

it('the guide to a new family has it write nine files, three of them dictionaries', () => {
  const guide = readFileSync('docs/add-a-family.md', 'utf8');
  const [steps = ''] = guide.split('## 5. Check');
  // Each block of code goes into the file that the text above it names first; words of its own are a choice.
  const files = [...steps.matchAll(/(?:^|\n)([^\n`]*`[\s\S]*?)```\w+\n([\s\S]*?)```/g)]
    .filter(([, , code = '']) => !code.startsWith('"materials"'))
    .map(([, text = '']) => text.split('\n\n').findLast((part) => part.trim() !== '') ?? '')
    .map((text) => /`((?:src|public)\/[^`]+)`/.exec(text)?.[1] ?? text)
    .flatMap((file) =>
      file.includes('{ru,en,ar}') ? ['ru', 'en', 'ar'].map((each) => `${each}/${file}`) : file,
    );

  expect(files.filter((file) => file.endsWith('.json'))).toHaveLength(3);
  expect(new Set(files).size).toBeLessThanOrEqual(9);
  expect(guide).toContain(`A family needs ${files.length} files`);
});
