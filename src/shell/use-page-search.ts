import { useTranslation } from 'next-i18next/pages';
import { type KeyboardEvent, useState } from 'react';
import type { ShopStub } from '@/contract/auth';
import { useMe, usePermissions } from '@/lib/me';
import { useSettings } from '@/state/settings';
import { type PageLink, pageLinks } from './menu';

const mostShown = 8;

/** What was typed, which pages match, and which of them the arrow keys have reached. */
export function usePageSearch(
  shop: ShopStub | undefined,
  isInline: boolean,
  onChoose: (path: string) => void,
) {
  const { t } = useTranslation('common');
  const { data: me } = useMe();
  const permissions = usePermissions();
  const { enableTerms: hasTerms } = useSettings();
  const [text, setText] = useState('');
  const [isFocused, setFocused] = useState(false);
  const [position, setPosition] = useState(0);

  const links = matching(pageLinks({ permissions, id: me?.id, hasTerms }, me, shop), text, t);
  const index = Math.min(position, links.length - 1);
  const current = links[index];
  const isOpen = isInline || isFocused;

  const choose = (link: PageLink) => {
    setText('');
    setFocused(false);
    onChoose(link.path);
  };

  const type = (value: string) => {
    setText(value);
    setPosition(0);
    setFocused(true);
  };

  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && links.length > 0) {
      event.preventDefault();
      setFocused(true);
      setPosition((index + step + links.length) % links.length);
    }
    if (event.key === 'Enter' && isOpen && current) {
      choose(current);
      event.currentTarget.blur();
    }
    if (event.key === 'Escape' || event.key === 'Tab') setFocused(false);
  };

  return { text, type, links, index, current, isOpen, isFocused, setFocused, choose, handleKey };
}

function matching(links: PageLink[], text: string, t: (key: string) => string): PageLink[] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  return links
    .filter((link) => {
      const haystack = plain(`${t(link.label)} ${link.shop ?? ''} ${link.path}`);
      return words.every((word) => haystack.includes(word));
    })
    .slice(0, mostShown);
}

function plain(text: string): string {
  return text.toLocaleLowerCase().replaceAll('ё', 'е');
}
