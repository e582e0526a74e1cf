import type { SeedCtx } from '@/server/demo/context';
import { pastMoments } from '@/server/demo/random';

const links: readonly [icon: string, name: string, url: string, isActive?: boolean][] = [
  ['vk', 'Гостиный двор ВКонтакте', 'https://vk.com/gostiny'],
  ['telegram', 'Новости и скидки в Telegram', 'https://t.me/gostiny'],
  ['ok', 'Мы в Одноклассниках', 'https://ok.ru/gostiny'],
  ['rutube', 'Мастера за работой на Rutube', 'https://rutube.ru/channel/gostiny'],
  ['dzen', 'Истории мастерских в Дзене', 'https://dzen.ru/gostiny'],
  ['youtube', 'Видеообзоры на YouTube', 'https://youtube.com/gostiny'],
  ['whatsapp', 'Поддержка в WhatsApp', 'https://wa.me/74951204510', false],
  ['x', 'Гостиный двор в X', 'https://x.com/gostiny', false],
];

export async function seedSocialLinks({ db, now, random }: SeedCtx): Promise<void> {
  const rows = links.map(([icon, name, url, is_active = true], index) => ({
    ...pastMoments(random, now),
    icon,
    name,
    url,
    position: index + 1,
    is_active,
  }));
  await db.insertInto('social_links').values(rows).execute();
}
