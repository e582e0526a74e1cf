import { Dialog, DialogBackdrop, DialogPanel } from '@headlessui/react';
import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, Suspense } from 'react';
import { IconButton } from '@/components/ui/icon-button';
import { Loader } from '@/components/ui/loader';

export interface DialogLook {
  /** Near the top of the screen instead of centred. */
  isAtTop?: boolean;
  /** False for views that close by other means; never shown on large screens (specification §2). */
  hasCloseButton?: boolean;
}

interface DialogFrameProps {
  look: DialogLook;
  onClose: () => void;
  children: ReactNode;
}

/** Backdrop, panel and close button; closes on Escape and backdrop click, traps and restores focus. */
export function DialogFrame({ look, onClose, children }: DialogFrameProps) {
  const { t } = useTranslation('common');
  const { isAtTop = false, hasCloseButton = true } = look;

  return (
    <Dialog open onClose={onClose} className="relative z-50">
      <DialogBackdrop className="dialog-backdrop fixed inset-0 bg-black/45" />
      <div className="fixed inset-0 overflow-y-auto">
        <div
          className={`flex min-h-full justify-center p-4 ${isAtTop ? 'items-start pt-[10vh]' : 'items-center phone:items-end phone:p-0'}`}
        >
          <DialogPanel
            className={`dialog-panel relative w-auto max-w-full rounded-card bg-surface shadow-floating ${isAtTop ? '' : 'phone:w-full phone:rounded-b-none phone:pb-[env(safe-area-inset-bottom)]'}`}
          >
            {/* Its texts may still be on their way: the frame stays meanwhile. */}
            <Suspense fallback={<Loader />}>{children}</Suspense>
            {hasCloseButton && (
              <IconButton
                icon="x"
                label={t('button-close')}
                onClick={onClose}
                className="absolute! end-2 top-2 desk:hidden!"
              />
            )}
          </DialogPanel>
        </div>
      </div>
    </Dialog>
  );
}
