import { useTranslation } from 'next-i18next/pages';
import type { Conversation } from '@/contract/messaging/conversations';
import { fileUrl } from '@/lib/api/client';

export interface Counterpart {
  name: string;
  /** Which of the reader's shops takes part. */
  note: string | undefined;
  url: string | undefined;
  shape: 'round' | 'square';
}

/** The other participant from the reader's side. */
export function useCounterpart(): (talk: Conversation) => Counterpart {
  const { t } = useTranslation('messaging');
  return ({ kind, side, user, shop }) => {
    if (side === 'user') return { name: shop.name, note: undefined, url: urlOf(shop.logo), shape: 'square' };
    const isAdmins = kind === 'admin' || user === null;
    return {
      name: isAdmins ? t('messaging:messages.administration') : user.name,
      note: shop.name,
      url: isAdmins ? undefined : urlOf(user.profile.avatar),
      shape: 'round',
    };
  };
}

function urlOf(picture: { thumbnail: string; original: string } | null): string | undefined {
  const path = picture?.thumbnail || picture?.original;
  return path ? fileUrl(path) : undefined;
}
