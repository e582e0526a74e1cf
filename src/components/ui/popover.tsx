import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { ButtonSize, ButtonVariant } from './button-style';
import { buttonClass } from './button-style';
import { Portal } from './portal';

interface PopoverProps {
  /** Content of the button. */
  content: ReactNode;
  /** Accessible name, needed when the content is only an icon. */
  label?: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  isSquare?: boolean;
  /** Replaces the classes of the button. */
  className?: string;
  id?: string;
  describedBy?: string;
  /** `menu`: announced as a menu, opened by the down arrow too, aligned with the end of the button. */
  kind?: 'menu';
  children: (close: () => void) => ReactNode;
}

const gap = 6;

/** Positions the panel below the button, or above when there is no room; mirrored in right-to-left. */
function place(button: HTMLElement, panel: HTMLElement, alignsEnd: boolean) {
  const box = button.getBoundingClientRect();
  // Reset first: the current position would limit the width.
  panel.style.left = '0';
  const { offsetWidth: width, offsetHeight: height } = panel;
  const isBelow = box.bottom + gap + height <= window.innerHeight || box.top < height + gap;
  const isRtl = getComputedStyle(button).direction === 'rtl';
  const wanted = isRtl === alignsEnd ? box.left : box.right - width;
  panel.style.left = `${Math.max(8, Math.min(wanted, window.innerWidth - width - 8))}px`;
  panel.style.top = `${isBelow ? box.bottom + gap : box.top - gap - height}px`;
}

/** Positions the open panel at its button, and focuses its first control. */
function usePlace(
  isOpen: boolean,
  button: RefObject<HTMLButtonElement | null>,
  panel: RefObject<HTMLDivElement | null>,
  alignsEnd: boolean,
): void {
  useLayoutEffect(() => {
    if (!isOpen || !button.current || !panel.current) return;
    const [opener, shown] = [button.current, panel.current];
    const put = () => place(opener, shown, alignsEnd);
    put();
    shown.querySelector<HTMLElement>('button, a[href], input')?.focus({ preventScroll: true });
    // Content that loads later makes it wider or higher: on a phone it would overflow the edge.
    const watcher = new ResizeObserver(put);
    watcher.observe(shown);
    return () => watcher.disconnect();
  }, [isOpen, button, panel, alignsEnd]);
}

/** Closes on a press outside, when the window is resized, and when the button scrolls away. */
function useDismiss(
  isOpen: boolean,
  button: RefObject<HTMLButtonElement | null>,
  panel: RefObject<HTMLDivElement | null>,
  onClose: () => void,
): void {
  useEffect(() => {
    if (!isOpen || !button.current) return;
    const opened = button.current.getBoundingClientRect();
    const isInside = (target: EventTarget | null) =>
      target instanceof Node && (panel.current?.contains(target) || button.current?.contains(target));
    const handlePress = (event: PointerEvent) => {
      if (!isInside(event.target)) onClose();
    };
    const handleResize = () => onClose();
    const handleScroll = (event: Event) => {
      if (isInside(event.target)) return;
      // A late scroll event, or a scroll elsewhere on the page, has not moved the button.
      const now = button.current?.getBoundingClientRect();
      if (now?.top !== opened.top || now.left !== opened.left) onClose();
    };
    document.addEventListener('pointerdown', handlePress);
    window.addEventListener('scroll', handleScroll, true);
    window.addEventListener('resize', handleResize);
    return () => {
      document.removeEventListener('pointerdown', handlePress);
      window.removeEventListener('scroll', handleScroll, true);
      window.removeEventListener('resize', handleResize);
    };
  }, [isOpen, button, panel, onClose]);
}

/** A button with a floating panel that closes on Escape, on a click outside, and when focus leaves. */
export function Popover({
  content,
  label,
  variant,
  size,
  isSquare,
  className,
  id,
  describedBy,
  kind,
  children,
}: PopoverProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const panelId = useId();

  usePlace(isOpen, button, panel, kind === 'menu');
  const dismiss = useCallback(() => setIsOpen(false), []);
  useDismiss(isOpen, button, panel, dismiss);

  const close = () => {
    setIsOpen(false);
    button.current?.focus();
  };

  return (
    <>
      <button
        ref={button}
        id={id}
        type="button"
        aria-label={label}
        title={isSquare ? label : undefined}
        aria-haspopup={kind}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        aria-describedby={describedBy}
        className={className ?? buttonClass({ variant, size, isSquare })}
        onClick={() => setIsOpen(!isOpen)}
        onKeyDown={(event) => {
          if (kind !== 'menu' || isOpen || event.key !== 'ArrowDown') return;
          event.preventDefault();
          setIsOpen(true);
        }}
      >
        {content}
      </button>
      {isOpen && (
        <Panel ref={panel} id={panelId} onEscape={close} onLeave={dismiss}>
          {children(close)}
        </Panel>
      )}
    </>
  );
}

interface PanelProps {
  ref: RefObject<HTMLDivElement | null>;
  id: string;
  onEscape: () => void;
  /** Called when the focus leaves the panel. */
  onLeave: () => void;
  children: ReactNode;
}

function Panel({ ref, id, onEscape, onLeave, children }: PanelProps) {
  return (
    <Portal>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: listens to what bubbles from the controls inside */}
      <div
        ref={ref}
        id={id}
        className="fixed z-50 max-h-[min(24rem,80vh)] min-w-44 overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-floating"
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Escape') onEscape();
        }}
        onBlur={(event) => {
          if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) onLeave();
        }}
      >
        {children}
      </div>
    </Portal>
  );
}
