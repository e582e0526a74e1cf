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

// What the page will ask for first (src/shell/page-head.tsx); taken by src/lib/api/preload.ts.
(() => {
  try {
    var first = JSON.parse(document.querySelector('meta[name="first-requests"]').content);
    var token;
    try {
      var cookie = /(?:^|;\s*)AUTH_CRED=([^;]*)/.exec(document.cookie);
      token = JSON.parse(decodeURIComponent(cookie[1])).token;
    } catch (_) {
      // Nobody is signed in.
    }
    var hasList = !!token && location.pathname === first.path && !location.search;
    var answers = {};
    [first.settings].concat(hasList ? first.list : [], token ? first.me : []).forEach((address) => {
      answers[address] = fetch(address, {
        headers: { Accept: 'application/json', Authorization: 'Bearer ' + (token || '') },
      })
        .then((answer) => (answer.ok ? answer.json() : undefined))
        .catch(() => {
          // The program asks again, and says what is wrong.
        });
    });
    window.earlyAnswers = { token: token, answers: answers, hasList: hasList };
  } catch (_) {
    // The page asks for nothing.
  }
})();

// The first formatter of each kind costs a slow machine half a second: it is spent here, while the program arrives. Not in
// an idle callback: browsers call none before the page has loaded.
(() => {
  if (!window.earlyAnswers || !window.earlyAnswers.token) return;
  var language = document.documentElement.lang;
  var zone = { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'Europe/Moscow' };
  var kinds = [
    () => new Intl.DateTimeFormat(language, zone).format(),
    () => new Intl.NumberFormat(language).format(0),
    () => new Intl.DateTimeFormat('en-CA', zone).format(),
    () => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(0, 'day'),
    () => new Intl.NumberFormat(language, { style: 'currency', currency: 'RUB' }).format(0),
  ];
  // One at a time, so that nothing else waits for all of them.
  var next = () => {
    kinds.shift()();
    if (kinds.length > 0) setTimeout(next);
  };
  setTimeout(next);
})();
