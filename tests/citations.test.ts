import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/**
 * Comments cite rules of `docs/rules/<name>.md` as `(rules/orders: stock is taken at placement)`, where the words are a
 * heading of that page, and sections of docs/specification.md as `specification §5`. Other documents are not in the
 * repository: a reason that stands there is said in the line itself.
 */
const folder = 'docs/rules';

interface Rule {
  page: string;
  heading: string;
  text: string;
}

const rules: Rule[] = readdirSync(folder)
  .filter((file) => file.endsWith('.md'))
  .flatMap((file) => {
    const [, ...parts] = readFileSync(join(folder, file), 'utf8').split(/^## /m);
    return parts.map((part) => {
      const [heading = '', ...rest] = part.split('\n');
      return { page: file.replace('.md', ''), heading, text: rest.join(' ') };
    });
  });

const own = 'tests/citations.test.ts';
const sources = ['src', 'tests']
  .flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => join(root, path)))
  .filter((path) => /\.(tsx?|mts|mjs|js|sql|css)$/.test(path) && path !== own)
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

/** Comments run over several lines; a citation is found in spite of that. */
const unwrapped = (text: string) => text.replace(/\s*\n\s*(?:\*|\/\/|--)?\s*/g, ' ');

/** Matches of a pattern with one group in all sources, as `path: match`. */
const findAll = (pattern: RegExp) =>
  sources.flatMap(({ path, text }) =>
    [...unwrapped(text).matchAll(pattern)].map(([found, ...groups]) => ({ path, found, groups })),
  );

it('comments cite rules that have a heading', () => {
  const known = new Set(rules.map(({ page, heading }) => `${page}: ${heading.toLowerCase()}`));
  const cited = findAll(/\brules\/([a-z]+): ([^;)]+)/g);

  expect(cited.length).toBeGreaterThan(50);
  const lost = cited.filter(({ groups: [page, words] }) => !known.has(`${page}: ${words?.toLowerCase()}`));
  expect(lost.map(({ path, found }) => `${path}: ${found}`)).toEqual([]);
});

it('comments that name a page of rules mean one that exists, and a heading of it', () => {
  const pages = new Set(rules.map(({ page }) => page));
  const headings = new Set(rules.map(({ page, heading }) => `${page}: ${heading}`));
  const lost = findAll(/\bdocs\/rules\/([\w-]+)\.md`?(?: [«"]([^»"]+)[»"])?/g).filter(
    ({ groups: [page = '', heading] }) =>
      !pages.has(page) || (heading && !headings.has(`${page}: ${heading}`)),
  );

  expect(lost.map(({ path, found }) => `${path}: ${found}`)).toEqual([]);
});

it('comments cite sections of the specification that its page has', () => {
  const headings = readFileSync('docs/specification.md', 'utf8').matchAll(/^## (\d+)\. /gm);
  const known = new Set([...headings].map(([, number]) => number));
  const cited = findAll(/\bspecification §(\d+)/gi);

  expect(cited.length).toBeGreaterThan(20);
  const lost = cited.filter(({ groups: [number] }) => !known.has(number));
  expect(lost.map(({ path, found }) => `${path}: ${found}`)).toEqual([]);
});

it.each([
  [
    'a section of a document',
    /\b(?:design|layout|reference|style|stack|pages|endpoints|entities|russia|rules|security) §\d/,
  ],
  ['the reference', /\breference (?:pages|endpoints|entit(?:y|ies)|rules|russia|security)\b/],
  ['the page of the look', /\blook\.md\b/],
  ['a numbered rule or hazard', /\b(?:[RH]-\d{2,3}|[SWL]-\d{2})\b(?!')/],
  ['a numbered entity', /[( ]E\d{2,3}[a-z]?[,;)]/],
  ['an issue', /\bissue (?:"|\d)/],
])('no line cites %s outside of the repository', (_name, pattern) => {
  const found = findAll(new RegExp(pattern, 'g'));

  expect(found.map((each) => `${each.path}: ${each.found}`)).toEqual([]);
});

it('has one rule for each heading', () => {
  const headings = rules.map(({ page, heading }) => `${page}: ${heading.toLowerCase()}`);

  expect(headings.filter((heading, index) => headings.indexOf(heading) !== index)).toEqual([]);
});

it('rules name files that exist, with the titles they quote', () => {
  const lost = rules.flatMap(({ page, heading, text }) => {
    const paths = [...text.matchAll(/`((?:src|tests|docs)\/[^`]+)`([^`]*)/g)];
    const wrong = paths.flatMap(([, path = '', after = '']) => {
      if (!existsSync(path)) return [path];
      const titles = [...after.matchAll(/«([^»]+)»/g)].map(([, title = '']) => title);
      return titles.filter((title) => !readFileSync(path, 'utf8').includes(title));
    });
    const problems = paths.length === 0 ? ['names no file'] : wrong;
    return problems.map((problem) => `${page}: ${heading}: ${problem}`);
  });

  expect(rules.length).toBeGreaterThan(100);
  expect(lost).toEqual([]);
});
