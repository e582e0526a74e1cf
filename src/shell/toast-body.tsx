import { CircleAlert, CircleCheck, Copy, Info } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { IconButton } from '@/components/ui/icon-button';
import type { Toast } from '@/lib/toast';

const looks = {
  success: { icon: CircleCheck, tone: 'text-good' },
  error: { icon: CircleAlert, tone: 'text-bad' },
  info: { icon: Info, tone: 'text-accent' },
};

interface ToastBodyProps {
  toast: Toast;
  onClose: () => void;
}

/** Text, the one thing to do, and — under an error — the request id to copy. */
export function ToastBody({ toast, onClose }: ToastBodyProps) {
  const { t } = useTranslation('common');
  const { icon: Icon, tone } = looks[toast.kind];
  const { action, requestId } = toast;

  const handleAction = () => {
    onClose();
    action?.onClick();
  };

  return (
    <div className="flex w-full items-start gap-2.5">
      <Icon aria-hidden size={18} className={`mt-2 shrink-0 ${tone}`} />
      <div className="min-w-0 flex-1 py-1.5">
        <p className="font-medium break-words">{toast.text}</p>
        {requestId && (
          <button
            type="button"
            onClick={() => void navigator.clipboard?.writeText(requestId)}
            className="mt-0.5 inline-flex max-w-full items-center gap-1.5 text-small text-ink-second hover:text-ink"
          >
            <Copy aria-hidden size={13} className="shrink-0" />
            <span className="sr-only">{t('button-copy')}</span>
            <span className="truncate">
              {t('request-id')}: {requestId}
            </span>
          </button>
        )}
      </div>
      {action && (
        <button
          type="button"
          onClick={handleAction}
          className="h-8.5 shrink-0 rounded-control px-2.5 font-semibold text-accent-ink hover:bg-accent-soft"
        >
          {action.label}
        </button>
      )}
      <IconButton icon="x" label={t('button-close')} onClick={onClose} className="-me-1" />
    </div>
  );
}
