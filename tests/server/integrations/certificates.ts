import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificate {
  key: string;
  cert: string;
}

const hasOpenssl = () => spawnSync('openssl', ['version']).status === 0;

/** As root on Debian it is installed, as Chromium is. Throws an Error with instructions where there is none. */
function findOpenssl(): void {
  if (!hasOpenssl() && process.getuid?.() === 0) {
    spawnSync('apt-get', ['update', '-qq']);
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'openssl']);
  }
  if (!hasOpenssl()) throw new Error('These tests need openssl (Debian: apt-get install openssl).');
}

/** An authority, and certificates of this machine: a good one, and each with one thing wrong. */
export function makeCertificates(): { authority: string } & Record<CertificateName, Certificate> {
  findOpenssl();
  const folder = mkdtempSync(join(tmpdir(), 'gostiny-certificates-'));
  const run = (...words: string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'ignore' });
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  try {
    run(
      'req',
      '-x509',
      ...newKey,
      '-keyout',
      'ca.key',
      '-out',
      'ca.pem',
      '-days',
      '2',
      '-subj',
      '/CN=Test authority',
    );
    writeFileSync(join(folder, 'index'), '');
    const config =
      '[ca]\ndefault_ca=d\n[d]\nnew_certs_dir=.\ndatabase=index\nrand_serial=yes\ndefault_md=sha256\npolicy=p\nunique_subject=no\ncopy_extensions=copy\n[p]\ncommonName=supplied\n';
    writeFileSync(join(folder, 'config'), config);
    const make = (
      name: string,
      { host, from, to }: { host: string; from: string; to: string },
    ): Certificate => {
      const subject = [
        '-subj',
        `/CN=${host}`,
        '-addext',
        `subjectAltName=${host === 'localhost' ? 'DNS:localhost,IP:127.0.0.1,IP:0.0.0.0' : `DNS:${host}`}`,
      ];
      run('req', ...newKey, '-keyout', `${name}.key`, '-out', `${name}.csr`, ...subject);
      const signed = ['-in', `${name}.csr`, '-out', `${name}.pem`, '-cert', 'ca.pem', '-keyfile', 'ca.key'];
      run('ca', '-batch', '-config', 'config', ...signed, '-startdate', from, '-enddate', to);
      return { key: read(`${name}.key`), cert: read(`${name}.pem`) };
    };
    const own = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1,IP:0.0.0.0'];
    run('req', '-x509', ...newKey, '-keyout', 'self.key', '-out', 'self.pem', '-days', '2', ...own);
    const [from, to] = ['20200101000000Z', '20490101000000Z'];
    return {
      authority: read('ca.pem'),
      good: make('good', { host: 'localhost', from, to }),
      expired: make('expired', { host: 'localhost', from, to: '20210101000000Z' }),
      'of another host': make('other', { host: 'other.test', from, to }),
      'signed by itself': { key: read('self.key'), cert: read('self.pem') },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const wrongCertificates = ['expired', 'of another host', 'signed by itself'] as const;
export type CertificateName = 'good' | (typeof wrongCertificates)[number];
