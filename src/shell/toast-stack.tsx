import { CircleAlert, CircleCheck, Copy, Info } from 'lucide-react';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { cssTransition, ToastContainer, toast as toastify } from 'react-toastify/unstyled';
import { IconButton } from '@/components/ui/icon-button';
import { defaultLanguage, textDirection } from '@/contract/core/languages';
import type { Toast } from '@/lib/toast';

/** Two seconds (specification §9); longer with an action. */
const lifetime = { plain: 2000, withAction: 8000 };

// Defined in globals.css: the library waits for both animations to end.
const transition = cssTransition({ enter: 'toast-enter', exit: 'toast-exit', collapseDuration: 140 });

/** Toast container at the bottom centre, away from buttons; announced politely. */
export function ToastStack() {
  const { t } = useTranslation('common');
  const { locale = defaultLanguage } = useRouter();
  const isRtl = textDirection(locale) === 'rtl';

  return (
    <ToastContainer
      aria-label={t('text-notifications')}
      position="bottom-center"
      rtl={isRtl}
      transition={transition}
      autoClose={lifetime.plain}
      closeButton={false}
      closeOnClick={false}
      draggable={false}
      icon={false}
      limit={4}
    />
  );
}

/** Milliseconds until a toast closes. */
export function toastLifetime(toast: Toast): number {
  return toast.duration ?? (toast.action ? lifetime.withAction : lifetime.plain);
}

export function drawToast(toast: Toast): void {
  toastify(({ closeToast }) => <ToastBody toast={toast} onClose={() => closeToast()} />, {
    role: toast.kind === 'error' ? 'alert' : 'status',
    autoClose: toastLifetime(toast),
  });
}

const looks = {
  success: { icon: CircleCheck, tone: 'text-good' },
  error: { icon: CircleAlert, tone: 'text-bad' },
  info: { icon: Info, tone: 'text-accent' },
};

/** Text, action, and the request id of an error. */
function ToastBody({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  const { t } = useTranslation('common');
  const { icon: Icon, tone } = looks[toast.kind];
  const { action, requestId } = toast;

  const handleAction = () => {
    onClose();
    action?.onClick();
  };

  return (
    <div className="flex w-full items-start gap-2.5">
      <Icon size={18} className={`mt-2 shrink-0 ${tone}`} />
      <div className="min-w-0 flex-1 py-1.5">
        <p className="font-medium break-words">{toast.text}</p>
        {requestId && (
          <button
            type="button"
            onClick={() => void navigator.clipboard?.writeText(requestId)}
            className="mt-0.5 inline-flex max-w-full items-center gap-1.5 text-small text-ink-second hover:text-ink"
          >
            <Copy size={13} className="shrink-0" />
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
