import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { fakesPort, serverEnv } from './servers';

/** The administrator of an empty installation. */
export const founder = { email: 'anna@shop.ru', password: 'Klyukva123' };

/** A server of the built product as after a clean installation: no demo, one administrator. */
export async function startEmpty(): Promise<{ base: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'gostiny-empty-'));
  const port = fakesPort + 20;
  const env = { ...process.env, ...serverEnv('plain'), DEMO: 'false', DATA_DIR: folder, PORT: String(port) };
  const make = ['dist/admin-create.js', '--email', founder.email, '--name', 'Анна'];
  const made = spawnSync('node', make, { env: { ...env, ADMIN_PASSWORD: founder.password } });
  if (made.status !== 0) throw new Error(String(made.stderr));
  const server = spawn('node', ['dist/main.js'], { env, stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => {
    server.once('exit', () => resolve());
  });
  const base = `http://localhost:${port}/admin/`;
  const answers = () =>
    fetch(`${base}login`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(answers, { timeout: 120_000 }).toBe(true);
  return {
    base,
    stop: async () => {
      server.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
