// Sets the theme before the first paint; kept choice: src/state/ui.ts (themeKey). A file of its own because the
// content security policy allows no inline scripts.
(function () {
  var kept = null;
  try {
    kept = JSON.parse(localStorage.getItem('gostiny-theme'));
  } catch (_) {
    // Damaged, or storage is forbidden: as the system says.
  }
  var system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = kept === 'dark' || kept === 'light' ? kept : system;
})();

// The first formatter of dates costs a slow machine a fifth of a second: it is spent here, while the program arrives.
(window.requestIdleCallback || setTimeout)(function () {
  var language = document.documentElement.lang;
  new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'Europe/Moscow' }).format();
  new Intl.NumberFormat(language).format(0);
});
