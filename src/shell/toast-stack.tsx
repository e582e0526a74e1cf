import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { cssTransition, ToastContainer, toast as toastify } from 'react-toastify/unstyled';
import { defaultLanguage, directionOf } from '@/contract/core/languages';
import type { Toast } from '@/lib/toast';
import { ToastBody } from './toast-body';

/** Two seconds (specification §9); what offers something to do stays long enough to do it. */
const lifetime = { plain: 2000, withAction: 8000 };

// Named in globals.css: the library waits for the end of both.
const transition = cssTransition({ enter: 'toast-enter', exit: 'toast-exit', collapseDuration: 140 });

/** Where toasts appear: in the middle of the bottom edge, where no button is, read out without interrupting. */
export function ToastStack() {
  const { t } = useTranslation('common');
  const { locale = defaultLanguage } = useRouter();
  const isRtl = directionOf(locale) === 'rtl';

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

/** Shows a toast in the stack. */
export function drawToast(toast: Toast): void {
  toastify(({ closeToast }) => <ToastBody toast={toast} onClose={() => closeToast()} />, {
    role: toast.kind === 'error' ? 'alert' : 'status',
    autoClose: toast.action || toast.requestId ? lifetime.withAction : lifetime.plain,
  });
}
