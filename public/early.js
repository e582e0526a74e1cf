// Runs before the first paint and long before the program. A file of its own because the content security policy allows
// no inline scripts.

// The theme. Kept choice: src/state/ui.ts (themeKey).
(() => {
  var kept = null;
  try {
    kept = JSON.parse(localStorage.getItem('gostiny-theme'));
  } catch (_) {
    // Damaged, or storage is forbidden: as the system says.
  }
  var system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = kept === 'dark' || kept === 'light' ? kept : system;
})();

// What the page will ask for first (src/shell/page-head.tsx); taken by src/lib/early.ts.
(() => {
  try {
    var first = JSON.parse(document.querySelector('meta[name="first-requests"]').content);
    var cookie = /(?:^|;\s*)AUTH_CRED=([^;]*)/.exec(document.cookie);
    var token = JSON.parse(decodeURIComponent(cookie[1])).token;
    var isList = location.pathname === first.path && !location.search;
    var answers = {};
    (isList ? [first.list, first.me] : [first.me]).forEach((address) => {
      answers[address] = fetch(address, {
        headers: { Accept: 'application/json', Authorization: 'Bearer ' + token },
      })
        .then((answer) => (answer.ok ? answer.json() : undefined))
        .catch(() => {
          // The program asks again, and says what is wrong.
        });
    });
    window.earlyAnswers = { token: token, answers: answers };
  } catch (_) {
    // Nobody is signed in, or the page asks for nothing.
  }
})();

// The first formatter of dates costs a slow machine a fifth of a second: it is spent here, while the program arrives.
(window.requestIdleCallback || setTimeout)(() => {
  var language = document.documentElement.lang;
  new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'Europe/Moscow' }).format();
  new Intl.NumberFormat(language).format(0);
});
