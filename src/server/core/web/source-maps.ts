import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Where source maps are uploaded to. */
export interface MapsTarget {
  authToken: string;
  org: string;
  project: string;
  /** Undefined for Sentry's own service. */
  url: string | undefined;
  release: string;
}

/** The service of error reports for source maps; undefined without a token, and a sentence when something is missing. */
export function mapsTargetIn(env: Record<string, string | undefined>): MapsTarget | string | undefined {
  const { SENTRY_AUTH_TOKEN: authToken, SENTRY_ORG: org, SENTRY_PROJECT: project, SENTRY_URL: url } = env;
  if (!authToken) return undefined;
  if (!org || !project)
    return 'SENTRY_AUTH_TOKEN needs SENTRY_ORG and SENTRY_PROJECT: no source maps are uploaded.';
  return { authToken, org, project, url: url || undefined, release: env.npm_package_version ?? '1.0.0-rc' };
}

/** The library for builds, silent and without data about the build for its makers. */
async function openUpload({ release, ...target }: MapsTarget) {
  const { createSentryBuildPluginManager } = await import('@sentry/bundler-plugins/core');
  const options = { ...target, release: { name: release }, telemetry: false, silent: true };
  return createSentryBuildPluginManager(
    { ...options, errorHandler: say },
    { buildTool: 'gostiny', loggerPrefix: '' },
  );
}

/** Writes into scripts and their maps which belong together, so that reports find the map of exactly this build. */
export async function linkMaps(folder: string, target: MapsTarget): Promise<void> {
  await (await openUpload(target)).injectDebugIds([folder]);
}

/** A service that does not respond is no reason to have no build. */
export async function uploadMaps(folder: string, target: MapsTarget): Promise<void> {
  await (await openUpload(target)).uploadSourcemaps([folder], { prepareArtifacts: false });
}

/** Browsers never get the maps, which contain the source. */
export function removeMaps(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.map')) rmSync(join(folder, name));
}

function say(error: Error): void {
  process.stderr.write(`Source maps were not uploaded: ${error.message}\n`);
}
