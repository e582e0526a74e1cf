import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** All dialogs end with the same line of buttons (rules/panel: dialogs end one way). */

const dialogs = ['components', 'features', 'shell']
  .flatMap((folder) =>
    readdirSync(join('src', folder), { recursive: true, encoding: 'utf8' }).map((path) =>
      join('src', folder, path),
    ),
  )
  // What is done with a QR code is no decision.
  .filter((path) => path.endsWith('.tsx') && !path.endsWith('qr-view.tsx'))
  .map((path) => ({ path, code: readFileSync(path, 'utf8') }))
  .filter(({ code }) => code.includes('DialogTitle') || code.includes('<DialogButtons'));

it('has no dialog with an own line of buttons', () => {
  const own = dialogs.filter(({ code }) =>
    /className="[^"]*(justify-end|grid-cols-2 gap-2)[^"]*">\s*<(Link)?Button/.test(code),
  );

  expect(dialogs.length).toBeGreaterThan(20);
  expect(own.map(({ path }) => path)).toEqual([]);
});

it('has the way out first and the action last in every dialog', () => {
  const lines = dialogs.flatMap(({ path, code }) =>
    [...code.matchAll(/<DialogButtons[^>]*>(.*?)<\/DialogButtons>/gs)].map(([, line = '']) => ({
      path,
      line,
    })),
  );
  const wrong = lines.filter(({ line }) => {
    const buttons = [...line.matchAll(/<(?:Link)?Button\b.*?(?=<(?:Link)?Button\b|$)/gs)].map(([one]) => one);
    const isAction = (one: string) => /variant="(primary|danger)"|type="submit"|variant=\{/.test(one);
    return buttons.length > 1 && isAction(buttons[0] ?? '') && !isAction(buttons.at(-1) ?? '');
  });

  expect(lines.length).toBeGreaterThan(15);
  expect(wrong.map(({ path }) => path)).toEqual([]);
});
