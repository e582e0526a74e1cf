import type { SeedCtx } from '@/server/demo/context';

/** A build of an app: days until it is out (before today: below zero), null while nobody knows. */
type DemoVersion = [
  platform: 'ios' | 'android',
  version: string,
  build: number,
  minVersion: string | null,
  days: number | null,
  notes: string,
  isForced?: boolean,
];

const versions: readonly DemoVersion[] = [
  ['ios', '1.8.0', 180, null, -320, 'Корзина помнит товары между телефоном и компьютером.'],
  ['ios', '1.9.0', 196, '1.6.0', -214, 'Оплата по СБП в одно касание.'],
  ['ios', '1.10.0', 211, '1.8.0', -120, 'Исправили вход после смены пароля.', true],
  ['ios', '2.0.0', 240, '1.9.0', -34, 'Новая главная страница и поиск по фотографии.'],
  ['ios', '2.1.0', 252, '1.10.0', 9, 'Подборки к праздникам и напоминания о скидках.'],
  ['android', '1.8.2', 1802, null, -318, 'Приложение запускается вдвое быстрее.'],
  ['android', '1.9.1', 1911, '1.6.0', -208, 'Оплата по СБП и картой «Мир».'],
  ['android', '1.10.0', 1930, '1.8.2', -118, 'Исправили вход после смены пароля.', true],
  ['android', '2.0.1', 2013, '1.9.1', -30, 'Новая главная страница и поиск по фотографии.'],
  ['android', '2.1.0', 2100, '1.10.0', null, 'Готовим: подборки к праздникам.'],
];

const stores = {
  ios: 'https://apps.apple.com/ru/app/gostiny-dvor/id6400000001',
  android: 'https://www.rustore.ru/catalog/app/ru.gostiny.dvor',
};

export async function seedAppVersions({ db, now }: SeedCtx): Promise<void> {
  const at = (days: number) => new Date(now.getTime() + days * 24 * 3600_000);
  const rows = versions.map(([platform, app_version, build, min_version, days, notes, isForced = false]) => {
    // Written down some days before it was out.
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
