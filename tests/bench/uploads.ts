import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { nodeFlags } from '../support/node-flags.ts';

/**
 * `npm run bench:uploads`: pictures of 40 megapixels uploaded to the API at the same time, and the peak memory of its
 * process. Linux only. Prints; never fails.
 */
const uploads = Number(process.env.BENCH_UPLOADS ?? 8);
const folder = mkdtempSync(join(tmpdir(), 'gostiny-uploads-'));
const port = 4700 + Math.floor(Math.random() * 200);
const base = `http://127.0.0.1:${port}/admin/rest`;

async function startApi(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...nodeFlags, 'dist/main.js', 'api'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      API_PORT: String(port),
      DATA_DIR: folder,
      DEMO: 'true',
      UPLOAD_MAX_MB: '40',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error('The API did not start');
    const answer = await fetch(`${base}/health`).catch(() => undefined);
    if (answer?.ok) return child;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function signIn(): Promise<string> {
  const answer = await fetch(`${base}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@demo.ru', password: 'Demo12345' }),
  });
  return ((await answer.json()) as { token: string }).token;
}

/** A photo-like picture: large shapes with grain. */
async function drawPicture(kind: 'jpeg' | 'png' | 'progressive'): Promise<Buffer> {
  const [width, height] = [7744, 5166];
  const grain = await sharp({
    create: {
      width: 1936,
      height: 1292,
      channels: 3,
      background: '#887766',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .resize(width, height)
    .png({ compressionLevel: 1 })
    .toBuffer();
  const picture = sharp(grain);
  if (kind === 'png') return picture.png({ palette: true, colours: 16, compressionLevel: 6 }).toBuffer();
  return picture.jpeg({ quality: 80, progressive: kind === 'progressive' }).toBuffer();
}

function memoryOf(child: ChildProcess, key: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Math.round(Number(new RegExp(`${key}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
}

async function upload(token: string, content: Buffer): Promise<number> {
  const form = new FormData();
  form.append('attachment[]', new Blob([new Uint8Array(content)]), 'photo.jpg');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${base}/attachments`, { method: 'POST', headers, body: form });
  await answer.arrayBuffer();
  return answer.status;
}

async function main(): Promise<void> {
  const pictures = {
    jpeg: await drawPicture('jpeg'),
    png: await drawPicture('png'),
    progressive: await drawPicture('progressive'),
  };
  // Fills the database with demo data, which takes memory of its own.
  await stopped(await startApi());
  for (const [kind, content] of Object.entries(pictures)) {
    const child = await startApi();
    try {
      const token = await signIn();
      await settled(child);
      const before = memoryOf(child, 'VmRSS');
      const start = performance.now();
      const statuses = await Promise.all(Array.from({ length: uploads }, () => upload(token, content)));
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      process.stdout.write(
        `${kind}, ${(content.length / 1024 / 1024).toFixed(1)} MB, ${uploads} at once: memory ${before} MB before, ` +
          `at most ${memoryOf(child, 'VmHWM')} MB; ${seconds} s; answers ${statuses.join(' ')}\n`,
      );
    } finally {
      await stopped(child);
    }
  }
}

/** Starting takes memory, too: waits until it is released, and resets the peak. */
async function settled(child: ChildProcess): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 5000));
  writeFileSync(`/proc/${child.pid}/clear_refs`, '5');
}

async function stopped(child: ChildProcess): Promise<void> {
  child.kill();
  await new Promise((resolve) => child.once('exit', resolve));
}

await main().finally(() => rmSync(folder, { recursive: true, force: true }));
