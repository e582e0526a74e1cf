import { afterEach, describe, expect, it, vi } from 'vitest';
import config from '../../../next.config.js';

interface WebpackConfig {
  entry: () => Promise<{ main: string | string[] }>;
}

afterEach(() => vi.unstubAllEnvs());

/** First scripts of every page in webpack's browser configuration. */
async function firstScripts(dev: boolean): Promise<string[]> {
  const change = config.webpack as unknown as (config: object, context: object) => WebpackConfig;
  const webpackConfig = {
    module: { rules: [] },
    optimization: { splitChunks: { cacheGroups: { lib: {} } } },
    plugins: [],
    output: {},
    resolve: { alias: {} },
    entry: async () => ({ main: './next.js', 'pages/_app': './app.js' }),
  };
  const webpack = { Compilation: {}, sources: {}, DefinePlugin: class {} };
  const { entry } = change(webpackConfig, { isServer: false, dev, webpack });
  return [(await entry()).main].flat();
}

describe('the mock', () => {
  it('starts before the panel in its own mode', async () => {
    vi.stubEnv('API_MOCK', 'true');

    expect(await firstScripts(true)).toEqual([expect.stringMatching(/src\/mock\/start\.tsx$/), './next.js']);
  });

  it.each([
    ['a product build', 'true', false],
    ['development with a server', '', true],
  ])('is no part of %s', async (_, flag, dev) => {
    vi.stubEnv('API_MOCK', flag);

    expect(await firstScripts(dev)).toEqual(['./next.js']);
  });
});
