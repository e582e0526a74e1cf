/** Design tokens: colours are CSS variables (src/shell/globals.css), so that light and dark share every class. */
export default {
  content: ['./src/**/*.{ts,tsx}', '!./src/mock/**'],
  darkMode: ['selector', '[data-theme="dark"]'],
  theme: {
    extend: {
      colors: {
        ground: 'var(--ground)',
        surface: 'var(--surface)',
        sunken: 'var(--sunken)',
        line: { DEFAULT: 'var(--line)', faint: 'var(--line-faint)' },
        ink: { DEFAULT: 'var(--ink)', second: 'var(--ink-second)', third: 'var(--ink-third)' },
        accent: {
          DEFAULT: 'var(--accent)',
          soft: 'var(--accent-soft)',
          ink: 'var(--accent-ink)',
          on: 'var(--accent-on)',
        },
        good: { DEFAULT: 'var(--good)', soft: 'var(--good-soft)' },
        warn: { DEFAULT: 'var(--warn)', soft: 'var(--warn-soft)' },
        bad: { DEFAULT: 'var(--bad)', soft: 'var(--bad-soft)', on: 'var(--bad-on)' },
        floating: 'var(--floating)',
      },
      borderRadius: { badge: '6px', control: '9px', card: '12px' },
      boxShadow: { floating: 'var(--shadow-floating)', tile: 'var(--shadow-tile)' },
      fontSize: {
        small: ['12.5px', '18px'],
        body: ['14px', '20px'],
        card: ['15px', '22px'],
        title: ['20px', '28px'],
      },
      // 600, 1344 and 1024 px, in rem like the built-in screens: Tailwind sorts only lengths of one unit.
      screens: { phone: { max: '37.5rem' }, narrow: { max: '84rem' }, desk: '64rem' },
      transitionDuration: { DEFAULT: '140ms' },
    },
  },
};
