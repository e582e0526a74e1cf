import { useTranslation } from 'next-i18next/pages';
import type { Conversation } from '@/contract/messaging/conversations';

export interface Counterpart {
  name: string;
  /** Which of the reader's shops takes part. */
  note: string | undefined;
  /** Stored address of the picture. */
  path: string | undefined;
  shape: 'round' | 'square';
}

/** The other participant from the reader's side. */
export function useCounterpart(): (talk: Conversation) => Counterpart {
  const { t } = useTranslation('messaging');
  return ({ kind, side, user, shop }) => {
    if (side === 'user')
      return { name: shop.name, note: undefined, path: pathOf(shop.logo), shape: 'square' };
    const isAdmins = kind === 'admin' || user === null;
    return {
      name: isAdmins ? t('messaging:messages.administration') : user.name,
      note: shop.name,
      path: isAdmins ? undefined : pathOf(user.profile.avatar),
      shape: 'round',
    };
  };
}

const pathOf = (picture: { thumbnail: string; original: string } | null): string | undefined =>
  picture?.thumbnail || picture?.original;
