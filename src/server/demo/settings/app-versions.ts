import type { SeedCtx } from '@/server/demo/context';
import { typed } from '@/server/demo/typed';
import versionsData from './app-versions.json';

/** A build of an app: days until its release (negative for past ones), null while unknown. */
type DemoVersion = [
  platform: 'ios' | 'android',
  version: string,
  build: number,
  minVersion: string | null,
  days: number | null,
  notes: string,
  isForced?: boolean,
];

const versions = typed<readonly DemoVersion[]>(versionsData);

const stores = {
  ios: 'https://apps.apple.com/ru/app/gostiny-dvor/id6400000001',
  android: 'https://www.rustore.ru/catalog/app/ru.gostiny.dvor',
};

export async function seedAppVersions({ db, now }: SeedCtx): Promise<void> {
  const at = (days: number) => new Date(now.getTime() + days * 24 * 3600_000);
  const rows = versions.map(([platform, app_version, build, min_version, days, notes, isForced = false]) => {
    // Created some days before the release.
    const written = at(Math.min((days ?? 0) - 3, -1));
    return {
      platform,
      app_version,
      build,
      min_version,
      notes,
      is_force_update: isForced,
      url: stores[platform],
      released_at: days === null ? null : at(days),
      created_at: written,
      updated_at: written,
    };
  });
  await db.insertInto('mobile_app_versions').values(rows).execute();
}
