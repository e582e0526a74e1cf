import { type ReactNode, Suspense, useLayoutEffect, useRef } from 'react';
import { IconButton } from '@/components/ui/icon-button';
import { Loader } from '@/components/ui/loader';

interface DrawerProps {
  onClose: () => void;
  /** Accessible name. */
  label: string;
  closeLabel: string;
  header?: ReactNode;
  /** Opens from the end edge, wide enough for a table; otherwise from the start edge, as narrow as a menu. */
  isWide?: boolean;
  children: ReactNode;
}

const menuSide = 'start-0 w-[min(19rem,85vw)]';
const tableSide =
  'start-auto end-0 w-[min(36rem,100vw)] [animation-name:drawer-in-rtl] rtl:[animation-name:drawer-in]';

/** A panel from a screen edge. Uses the native modal dialog, which traps and restores focus and handles Escape. */
export function Drawer({ onClose, label, closeLabel, header, isWide = false, children }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  // Closed before removal: a removed dialog cannot restore focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop; its key is Escape, which `cancel` hears
    <dialog
      ref={dialog}
      aria-label={label}
      onCancel={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
      className={`drawer fixed inset-y-0 m-0 h-dvh max-h-none max-w-none overflow-hidden bg-ground p-0 text-ink shadow-floating ${isWide ? tableSide : menuSide}`}
    >
      <div className="flex h-full flex-col">
        <div className="flex h-13 shrink-0 items-center justify-between gap-2 ps-4 pe-2">
          {header}
          <IconButton icon="x" label={closeLabel} onClick={onClose} />
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto">
          <Suspense fallback={<Loader />}>{children}</Suspense>
        </div>
      </div>
    </dialog>
  );
}
