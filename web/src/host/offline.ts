/**
 * The service worker of a page without a server: it caches the page, and lets a newer version wait
 * until the user accepts it.
 */

const registered = "serviceWorker" in navigator ? navigator.serviceWorker.register(new URL("sw.js", document.baseURI)).catch(() => null) : null;

async function watch(heard: (load: () => void) => void): Promise<void> {
  const registration = await registered;
  if (!registration) return;
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage("fill"));
  const load = () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    registration.waiting?.postMessage("update");
  };
  const look = () => {
    // The first one takes over at once; there is nothing newer than it.
    if (registration.waiting && registration.active) heard(load);
  };
  look();
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
}

export const renewed = (heard: (load: () => void) => void): void => void watch(heard);
