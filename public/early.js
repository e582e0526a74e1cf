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

// The first formatter of each kind costs a slow machine a part of a second: it is spent here, while the program arrives.
(() => {
  var language = document.documentElement.lang;
  var zone = { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'Europe/Moscow' };
  var kinds = [
    () => new Intl.DateTimeFormat(language, zone).format(),
    () => new Intl.NumberFormat(language).format(0),
    () => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(0, 'day'),
    () => new Intl.NumberFormat(language, { style: 'currency', currency: 'RUB' }).format(0),
    () => new Intl.DateTimeFormat('en-CA', zone).format(),
  ];
  // One at a time, so that nothing else waits for all of them.
  var next = () => {
    kinds.shift()();
    if (kinds.length > 0) later(next);
  };
  var later = window.requestIdleCallback || setTimeout;
  later(next);
})();
