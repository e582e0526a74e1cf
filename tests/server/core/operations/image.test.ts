import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Checks of an image linter for `deploy/`, and the product's promises about its container. */
const lines = readFileSync('deploy/Dockerfile', 'utf8')
  .replace(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.startsWith('#'));
const compose = readFileSync('deploy/compose.yaml', 'utf8');
const ignored = readFileSync('.dockerignore', 'utf8').split('\n');

const instructions = lines.map((line) => {
  const [, name = '', rest = ''] = /^\s*([A-Z]+)\s+(.*)$/.exec(line) ?? [];
  return { name, rest };
});
const lastStage = instructions.slice(instructions.map(({ name }) => name).lastIndexOf('FROM'));
const valuesOf = (list: typeof instructions, wanted: string) =>
  list.flatMap(({ name, rest }) => (name === wanted ? [rest] : []));

describe('the image', () => {
  it('is built with known instructions, from images of a pinned version', () => {
    const known = ['FROM', 'WORKDIR', 'ENV', 'COPY', 'RUN', 'ARG', 'USER', 'VOLUME', 'EXPOSE', 'HEALTHCHECK'];
    for (const { name } of instructions) expect([...known, 'ENTRYPOINT', 'CMD']).toContain(name);
    for (const from of valuesOf(instructions, 'FROM')) expect(from).toMatch(/^[\w./-]+:\d[\w.-]+( AS \w+)?$/);
  });

  it('runs as a user who owns nothing of the code', () => {
    const names = lastStage.map(({ name }) => name);
    expect(valuesOf(lastStage, 'USER')).toEqual(['node']);
    expect(names.indexOf('USER')).toBeLessThan(names.indexOf('ENTRYPOINT'));
    for (const copy of valuesOf(lastStage, 'COPY')) expect(copy).not.toMatch(/--ch(own|mod)/);
    expect(valuesOf(lastStage, 'RUN')).toEqual(['mkdir /data && chown node:node /data']);
  });

  it('listens outside of its container, also in demo mode', () => {
    expect(valuesOf(lastStage, 'ENV').join(' ').split(' ')).toContain('HOST=0.0.0.0');
  });

  it('has a health check that starts no shell', () => {
    const [check = ''] = valuesOf(lastStage, 'HEALTHCHECK');
    expect(check).toContain('/admin/rest/health/live');
    for (const command of [
      check.replace(/^.*?CMD /, ''),
      ...['ENTRYPOINT', 'CMD'].flatMap((name) => valuesOf(lastStage, name)),
    ])
      expect(JSON.parse(command)).toBeInstanceOf(Array);
  });

  it('contains no secret, and nothing unnecessary from the checkout', () => {
    for (const given of [...valuesOf(instructions, 'ENV'), ...valuesOf(instructions, 'ARG')])
      expect(given).not.toMatch(/PASSWORD|SECRET|TOKEN|KEY/);
    for (const entry of ['.git', 'node_modules', '.env', 'deploy/.env', 'deploy/tls'])
      expect(ignored).toContain(entry);
  });
});

describe('the compose file', () => {
  it('pins versions, has a read-only root, and waits for healthy services', () => {
    const images = [...compose.matchAll(/^\s*image: (\S+)$/gm)].map(([, image = '']) => image);
    expect(images.length).toBeGreaterThan(2);
    for (const image of images) expect(image).toMatch(/:(?!latest)[\w.-]*\d[\w.-]*$/);
    const app = compose.slice(compose.indexOf('\n  app:'), compose.indexOf('\n  database:'));
    expect(app).toMatch(/^\s+read_only: true$/m);
    expect(app).toContain('tmpfs: [/tmp]');
    expect(app).toContain('database: { condition: service_healthy }');
    expect(compose).not.toMatch(/PASSWORD: (?!\$\{|"\$\{)/);
  });
});
