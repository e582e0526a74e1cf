import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { Link } from '@/components/ui/link';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import { lazyPart } from '@/lib/lazy-part';
import type { Pin } from '@/state/menu';
import { chosenStyle, labelStyle, plainStyle, rowStyle } from './menu-entry';
import type { MenuGroup } from './navigation';

const PinForm = lazyPart(
  () => import('./pin-form'),
  'PinForm',
  () => <div className="mx-2.5 h-9" />,
);

interface PinnedProps {
  pins: Pin[];
  /** The current address, with query. */
  address: string;
  groups: readonly MenuGroup[];
  /** Stands behind the name of a page of a shop. */
  sign: string;
  isMini: boolean;
  onPin: (pin: Pin) => void;
  onUnpin: (path: string) => void;
}

/** The person's pinned pages and views, and the button that pins the open one. */
export function PinnedPages({ pins, address, groups, sign, isMini, onPin, onUnpin }: PinnedProps) {
  const { t } = useTranslation('common');
  const [isNaming, setNaming] = useState(false);
  const isPinned = pins.some(({ path }) => path === address);
  if (isMini && pins.length === 0) return null;

  return (
    <section>
      {!isMini && (
        <div className="flex min-h-8 items-center justify-between ps-2.5 pe-1">
          <h2 className="text-small font-medium text-ink-second">{t('menu.pinned')}</h2>
          {!isPinned && (
            <button
              type="button"
              aria-label={t('menu.pin-page')}
              title={t('menu.pin-page')}
              aria-expanded={isNaming}
              onClick={() => setNaming(!isNaming)}
              className="grid size-7 place-items-center rounded-badge text-ink-second hover:bg-line-faint hover:text-ink pointer-coarse:size-10"
            >
              <SpriteIcon name="plus" className="size-4" />
            </button>
          )}
        </div>
      )}
      {isNaming && !isPinned && !isMini && (
        <PinForm
          groups={groups}
          address={address}
          sign={sign}
          onSave={(name) => {
            onPin({ path: address, name });
            setNaming(false);
          }}
          onCancel={() => setNaming(false)}
        />
      )}
      <ul className="space-y-0.5">
        {pins.map((pin) => (
          <PinnedEntry
            key={pin.path}
            isCurrent={pin.path === address}
            pin={pin}
            isMini={isMini}
            onUnpin={onUnpin}
          />
        ))}
      </ul>
    </section>
  );
}

type PinnedEntryProps = Pick<PinnedProps, 'isMini' | 'onUnpin'> & {
  pin: Pin;
  isCurrent: boolean;
};

function PinnedEntry({ pin, isCurrent, isMini, onUnpin }: PinnedEntryProps) {
  const { t } = useTranslation('common');
  const { path, name } = pin;
  return (
    <li className="group/entry relative">
      <Link
        href={path}
        aria-current={isCurrent ? 'page' : undefined}
        data-tip={name}
        className={`${rowStyle} ${isCurrent ? chosenStyle : plainStyle} ${isMini ? 'justify-center' : 'ps-2.5 pe-8'}`}
      >
        <SpriteIcon name="pin" className="size-4.25 shrink-0" />
        <span className={isMini ? 'sr-only' : labelStyle}>{name}</span>
      </Link>
      {!isMini && (
        <button
          type="button"
          aria-label={t('menu.unpin', { name })}
          title={t('menu.unpin', { name })}
          onClick={() => onUnpin(path)}
          className="absolute inset-y-0 end-1 my-auto grid size-6 place-items-center rounded-badge text-ink-second opacity-0 group-hover/entry:opacity-100 hover:text-ink focus-visible:opacity-100 pointer-coarse:size-8 pointer-coarse:opacity-100"
        >
          <SpriteIcon name="x" className="size-3.75" />
        </button>
      )}
    </li>
  );
}
