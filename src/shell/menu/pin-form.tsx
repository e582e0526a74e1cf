import { useTranslation } from 'next-i18next/pages';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Input } from '@/components/inputs/input';
import { IconButton } from '@/components/ui/icon-button';
import { isWithin } from './menu';
import type { MenuGroup } from './navigation';

interface PinFormProps {
  groups: readonly MenuGroup[];
  /** The current address, with query. */
  address: string;
  /** Stands behind the name of a page of a shop. */
  sign: string;
  onSave: (name: string) => void;
  onCancel: () => void;
}

const longestName = 60;

/** Names the open page before pinning it: a filtered list needs another name than the list itself. */
export function PinForm({ groups, address, sign, onSave, onCancel }: PinFormProps) {
  const { t } = useTranslation('common');
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(() => {
    const link = linkOfPage(groups, address);
    return (link ? `${t(link.label)}${sign}` : headingOfPage()).slice(0, longestName);
  });

  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') onSave(name.trim());
    else input.current?.focus();
  };

  return (
    <form className="flex items-center gap-1 px-1 pb-1" onSubmit={handleSubmit}>
      <Input
        ref={input}
        aria-label={t('menu.pin-name')}
        maxLength={longestName}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          // Keeps the surrounding menu drawer open.
          event.preventDefault();
          event.stopPropagation();
          onCancel();
        }}
      />
      <IconButton type="submit" icon="pin" label={t('menu.pin-save')} />
    </form>
  );
}

/** The page of the menu that is open itself, by its own tab where an entry has several; a record below has its heading. */
const linkOfPage = (groups: readonly MenuGroup[], address: string) =>
  groups
    .flatMap(({ nodes }) => nodes.flatMap(({ links }) => links))
    .filter(({ path }) => isWithin(address, path, [path]))
    .sort((one, other) => other.path.length - one.path.length)[0];

function headingOfPage(): string {
  return document.querySelector('main h1')?.textContent?.trim() ?? document.title;
}
