import { useTranslation } from 'next-i18next/pages';
import { SpriteIcon } from '@/components/ui/sprite-icon';

/**
 * Pins an entry, shown on hover. Not in the tab order, which it would double: the keyboard and touch screens use the
 * button of «Закреплено» to pin the open page.
 */
export function PinButton({ label, onClick }: { label: string; onClick: () => void }) {
  const { t } = useTranslation('common');
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={t('menu.pin', { name: label })}
      title={t('menu.pin', { name: label })}
      onClick={onClick}
      className="absolute inset-y-0 end-1 my-auto hidden size-6 place-items-center rounded-badge bg-surface text-ink-second shadow-tile hover:text-accent-ink pointer-fine:group-hover/entry:grid"
    >
      <SpriteIcon name="pin" className="size-3.75" />
    </button>
  );
}
