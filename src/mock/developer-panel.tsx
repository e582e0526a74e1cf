import { type CSSProperties, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import {
  type Fault,
  type FaultRule,
  faults,
  onDisturbances,
  readDisturbances,
  readSeen,
  setDisturbances,
  setFault,
} from './faults';
import { forgetWorld } from './kept-world';
import words from './words.json';

/** Renders the mock's panel in a corner, outside the product's own tree. */
export function showPanel(): void {
  const place = document.createElement('div');
  place.id = 'mock-panel';
  document.body.append(place);
  createRoot(place).render(<DeveloperPanel />);
}

const longestDelay = 5000;

/** Latency and faults of the mock API, by endpoint. */
export function DeveloperPanel() {
  const [isOpen, setIsOpen] = useState(false);
  const { latency, rules } = useSyncExternalStore(onDisturbances, readDisturbances, readDisturbances);
  const seen = useSyncExternalStore(onDisturbances, readSeen, readSeen);
  const text = words[document.documentElement.lang as keyof typeof words] ?? words.en;
  const active = Object.keys(rules);
  const endpoints = [...active, ...seen.filter((each) => !active.includes(each))];

  return (
    <aside style={styles.corner} aria-label={text.title}>
      {isOpen && (
        <div style={styles.card}>
          <p style={styles.note}>{text.memory}</p>
          <label style={styles.row}>
            <span style={styles.label}>{text.latency}</span>
            <input
              type="range"
              style={styles.slider}
              min={0}
              max={longestDelay}
              step={100}
              value={latency}
              onChange={(event) => setDisturbances({ latency: Number(event.target.value), rules })}
            />
            <output style={styles.number}>{`${latency} ${text.milliseconds}`}</output>
          </label>
          <h2 style={styles.heading}>{text.endpoints}</h2>
          {endpoints.length === 0 && <p style={styles.note}>{text.empty}</p>}
          {endpoints.map((endpoint) => (
            <EndpointRow key={endpoint} endpoint={endpoint} rule={rules[endpoint]} text={text} />
          ))}
          <button
            type="button"
            style={styles.button}
            onClick={() => setDisturbances({ latency: 0, rules: {} })}
          >
            {text.reset}
          </button>
          <button
            type="button"
            style={styles.button}
            onClick={() => {
              forgetWorld();
              location.reload();
            }}
          >
            {text.restart}
          </button>
        </div>
      )}
      <button type="button" style={styles.button} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {`${text.title}${active.length > 0 ? ` · ${active.length}` : ''}`}
      </button>
    </aside>
  );
}

interface EndpointRowProps {
  endpoint: string;
  rule: FaultRule | undefined;
  text: (typeof words)['en'];
}

function EndpointRow({ endpoint, rule, text }: EndpointRowProps) {
  const isOnce = rule?.isOnce ?? false;
  return (
    <div style={styles.row}>
      <code style={styles.code}>{endpoint}</code>
      <select
        aria-label={endpoint}
        style={styles.select}
        value={rule?.fault ?? ''}
        onChange={({ target: { value } }) =>
          setFault(endpoint, value === '' ? undefined : { fault: value as Fault, isOnce })
        }
      >
        <option value="">{text.none}</option>
        {faults.map((fault) => (
          <option key={fault} value={fault}>
            {fault === 'offline' ? text.offline : fault}
          </option>
        ))}
      </select>
      <label style={styles.once}>
        <input
          type="checkbox"
          checked={isOnce}
          disabled={rule === undefined}
          onChange={({ target }) => rule && setFault(endpoint, { ...rule, isOnce: target.checked })}
        />
        {text.once}
      </label>
    </div>
  );
}

/** Inline styles: class names would add rules to the product's stylesheet. */
const styles = {
  corner: {
    position: 'fixed',
    insetInlineStart: 64,
    insetBlockEnd: 12,
    zIndex: 90,
    display: 'grid',
    gap: 8,
    justifyItems: 'start',
    font: '13px/18px system-ui',
    color: 'var(--ink)',
    pointerEvents: 'none',
  },
  card: {
    width: 'min(460px, calc(100vw - 76px))',
    maxHeight: '70vh',
    overflow: 'auto',
    padding: 12,
    display: 'grid',
    gap: 8,
    background: 'var(--surface)',
    border: '1px solid var(--line)',
    borderRadius: 12,
    boxShadow: 'var(--shadow-floating)',
    pointerEvents: 'auto',
  },
  note: { color: 'var(--ink-second)' },
  heading: { fontWeight: 600 },
  row: { display: 'flex', gap: 8, alignItems: 'center', minWidth: 0 },
  label: { whiteSpace: 'nowrap' },
  slider: { minWidth: 0, flex: 1 },
  number: { whiteSpace: 'nowrap' },
  code: { flex: 1, minWidth: 0, overflowWrap: 'anywhere', direction: 'ltr' },
  select: { ...field(), height: 28 },
  once: { display: 'flex', gap: 4, alignItems: 'center', whiteSpace: 'nowrap' },
  button: { ...field(), padding: '6px 12px', cursor: 'pointer', justifySelf: 'start', pointerEvents: 'auto' },
} satisfies Record<string, CSSProperties>;

function field(): CSSProperties {
  return {
    background: 'var(--surface)',
    color: 'var(--ink)',
    border: '1px solid var(--line)',
    borderRadius: 9,
  };
}
