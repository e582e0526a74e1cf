// Runs before the first paint and before the page's scripts. A separate file because the content security policy forbids
// inline scripts.

// The theme, stored by src/state/ui.ts (themeKey).
(() => {
  var stored = null;
  try {
    stored = JSON.parse(localStorage.getItem('gostiny-theme'));
  } catch (_) {
    // Damaged, or storage is blocked: follow the system.
  }
  var system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = stored === 'dark' || stored === 'light' ? stored : system;
})();

// The page's first requests (src/shell/page-head.tsx); src/lib/api/preload.ts takes the responses.
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
    var responses = {};
    [first.settings].concat(hasList ? first.list : [], token ? first.me : []).forEach((address) => {
      responses[address] = fetch(address, {
        headers: { Accept: 'application/json', Authorization: 'Bearer ' + (token || '') },
      })
        .then((response) => (response.ok ? response.json() : undefined))
        .catch(() => {
          // The page sends the request again and reports the error.
        });
    });
    window.preloaded = { token: token, responses: responses, hasList: hasList };
  } catch (_) {
    // The page declares no requests.
  }
})();

// Creating the first formatter of each kind takes half a second on a slow machine: done here while scripts download. Not in
// an idle callback, since browsers run none before the load event.
(() => {
  if (!window.preloaded || !window.preloaded.token) return;
  var language = document.documentElement.lang;
  var zone = { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'Europe/Moscow' };
  var kinds = [
    () => new Intl.DateTimeFormat(language, zone).format(),
    () => new Intl.NumberFormat(language).format(0),
    () => new Intl.DateTimeFormat('en-CA', zone).format(),
    () => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(0, 'day'),
    () => new Intl.NumberFormat(language, { style: 'currency', currency: 'RUB' }).format(0),
  ];
  // One per task, so that none blocks for long.
  var next = () => {
    kinds.shift()();
    if (kinds.length > 0) setTimeout(next);
  };
  setTimeout(next);
})();
