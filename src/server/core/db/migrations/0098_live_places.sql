-- Readers give live events their places, as they do for business events: writers took a lock for it that they held until
-- their commit was on disk.
-- contract: only the trigger calls the function, so the former release does not miss it
drop trigger live_events_number on live_events;
drop function number_live_event();
