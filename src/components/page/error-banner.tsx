import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';
import { SpriteIcon } from '@/components/ui/sprite-icon';

interface ErrorBannerProps {
  /** Already translated. */
  text: string;
  requestId?: string | undefined;
  onRetry?: (() => void) | undefined;
  onClose?: () => void;
}

export function ErrorBanner({ text, requestId, onRetry, onClose }: ErrorBannerProps) {
  const { t } = useTranslation('common');
  return (
    <div
      role="alert"
      className="flex items-start gap-3 rounded-card border border-bad/25 bg-bad-soft px-4 py-3 text-bad"
    >
      <SpriteIcon name="circle-alert" className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">{text}</p>
        {requestId && (
          <p className="mt-0.5 text-small text-ink-second">
            {t('common:request-id')} <code className="select-all break-all">{requestId}</code>
          </p>
        )}
      </div>
      {onRetry && (
        <Button size="small" onClick={onRetry}>
          {t('common:button-retry')}
        </Button>
      )}
      {onClose && (
        <Button
          variant="ghost"
          size="small"
          className="-me-2 -mt-1"
          aria-label={t('common:button-close')}
          icon={<SpriteIcon name="x" className="size-4" />}
          onClick={onClose}
        />
      )}
    </div>
  );
}
