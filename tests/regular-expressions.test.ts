import { check } from 'recheck';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';
import { sources } from './sources';

/**
 * Every expression of the server and the contract takes a time that grows with the text alone (docs/security.md): one that
 * grows with its square lets a file or a name of 100 kB stop everybody for minutes.
 */
interface Expression {
  file: string;
  pattern: string;
  flags: string;
}

function expressions(): Expression[] {
  const found = new Map<string, Expression>();
  for (const { path: file, zone, text } of sources) {
    if (zone !== 'server' && zone !== 'contract') continue;
    const visit = (node: unknown): void => {
      if (node === null || typeof node !== 'object') return;
      const { regex } = node as { regex?: { pattern: string; flags: string } };
      if (regex) found.set(`${regex.pattern}/${regex.flags}`, { file, ...regex });
      for (const inner of Object.values(node)) visit(inner);
    };
    visit(parseSync(file, text).program);
  }
  return [...found.values()];
}

/** What the analyser proves, or has found by trying and this engine confirms. */
async function isSlow({ pattern, flags }: Expression): Promise<string | false> {
  const limits = { timeout: 15_000, randomSeed: 1 };
  const proof = await check(pattern, flags, { ...limits, checker: 'automaton' });
  if (proof.status === 'vulnerable') return proof.attack.pattern.slice(0, 200);
  if (proof.status === 'safe') return false;
  const tried = await check(pattern, flags, limits);
  if (tried.status !== 'vulnerable') return false;
  const expression = new RegExp(pattern, flags);
  const began = performance.now();
  expression.test(tried.attack.string.slice(0, 100_000));
  return performance.now() - began > 300 && tried.attack.pattern.slice(0, 200);
}

it('are linear', async () => {
  const all = expressions();
  expect(all.length).toBeGreaterThan(400);
  const slow: string[] = [];
  const next = all.values();
  const work = async () => {
    for (const one of next) {
      const attack = await isSlow(one);
      if (attack) slow.push(`${one.file}: /${one.pattern}/${one.flags} by ${attack}`);
    }
  };
  await Promise.all([work(), work()]);

  expect(slow).toEqual([]);
}, 180_000);

it('would be found if one were not', async () => {
  expect(await isSlow({ file: '', pattern: '[( ]+$', flags: '' })).toContain('repeat');
  expect(await isSlow({ file: '', pattern: '(?=a)a*a*b', flags: '' })).toContain('repeat');
});
