import { useTranslation } from 'next-i18next/pages';
import { Popover } from '@/components/ui/popover';
import { Skeleton } from '@/components/ui/skeleton';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import { lazyPart } from '@/lib/lazy-part';
import { useUnreadCount } from './use-notifications';

const BellPanel = lazyPart(
  () => import('./bell-panel'),
  'BellPanel',
  () => <Skeleton className="h-60 w-[min(22rem,calc(100vw-2rem))]" />,
);

/** What fits; the name of the button says the same, or it could not be spoken to. */
const most = 99;

/** One bell for all kinds: three do not fit into 390 px. */
export function Bell() {
  const { t } = useTranslation('common');
  const count = useUnreadCount();
  const label =
    count > most
      ? t('text-bell-over', { most })
      : count > 0
        ? t('text-bell-count', { count })
        : t('form-title-all-notifications');
  return (
    <Popover
      label={label}
      className="relative inline-flex size-8.5 shrink-0 items-center justify-center rounded-control text-ink-second transition-colors hover:bg-sunken hover:text-ink pointer-coarse:size-10"
      content={
        <>
          <SpriteIcon name="bell" className="size-4.5" />
          {count > 0 && (
            <span
              aria-hidden="true"
              className="absolute end-0 top-0 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-accent px-1 text-[12px] leading-none font-semibold text-accent-on"
            >
              {count > most ? `${most}+` : count}
            </span>
          )}
        </>
      }
    >
      {(close) => <BellPanel onClose={close} />}
    </Popover>
  );
}
