// Generated from the OpenAPI document by `npm run generate`.

export type Access = { "step_free"?: "yes" | "no" | "unknown"; "wheelchair_places"?: "yes" | "no" | "unknown"; "accessible_toilet"?: "yes" | "no" | "unknown"; "induction_loop"?: "yes" | "no" | "unknown"; "sign_language"?: "yes" | "no" | "unknown"; "audio_description"?: "yes" | "no" | "unknown"; "relaxed"?: "yes" | "no" | "unknown"; "seating"?: "yes" | "no" | "unknown"; "strobe"?: "yes" | "no" | "unknown"; "checked"?: string }

export type Activity = { "id": number; "type": string; "model": string; "actor": ActorReference | null; "object": { [key: string]: unknown }; "created": string }

export type Actor = { "fid": string; "type": "person" | "group" | "place" | "organizer"; "url": string; "handle": string; "name": string; "language": "fr" | "en" | "nl"; "summary": Translated; "description"?: Translated; "avatar": Picture | null; "banner": Picture | null; "category": "music" | "theatre" | "dance" | "exhibition" | "film" | "talk" | "circus" | "workshop" | "young" | "party" | "other" | null; "tags": (string)[]; "location": Location | null; "distance"?: number; "rooms": ({ "id": number; "name": string; "capacity": number | null; "access": Access })[]; "access": Access; "links": ({ "id": number; "url": string; "label": string | null; "kind": string; "verified_at": string | null })[]; "contacts": ({ "kind": string; "label": string | null; "value": string; "is_public"?: boolean })[]; "relations": ({ "relation": string; "actor": ActorReference })[]; "contents"?: { "upcoming_events": number; "past_events": number; "audio": number; "images": number; "documents": number }; "channels"?: ("email" | "inbox")[]; "is_claimable"?: boolean; "status": "draft" | "published" | "archived"; "is_followed": boolean; "is_managed": boolean; "my_relation": "owner" | "member" | "assistant" | "partner" | null; "may"?: ("see_published" | "follow" | "attend" | "create_page" | "see_drafts" | "edit" | "publish" | "hide" | "invite" | "govern" | "moderate" | "administer")[]; "hidden"?: { "since": string; "reason": string | null }; "followers"?: number; "version": number; "created": string; "updated": string }

export type ActorReference = { "fid": string; "type": "person" | "group" | "place" | "organizer"; "name": string; "url": string }

export type Agenda = { "name": string; "language": "fr" | "en" | "nl"; "description": Translated; "created": string; "updated": string; "slug": string; "url": string; "owner": ActorReference | null }

export type AgendaEntry = { "kind": "actor" | "event"; "actor": ActorReference | null; "event": { "id": number; "title": Translated; "language": "fr" | "en" | "nl"; "start": string; "all_day": boolean; "is_over": boolean; "is_cancelled": boolean; "place": string | null; "url": string } | null; "added": string }

export type Attendance = { "event": number; "occurrence": { "id": number; "start": string } | null; "actor": ActorReference; "value": "interested" | "confirmed" | "declined"; "visibility": "organisers" | "public"; "created": string; "updated": string }

export type AttendanceCounts = { "occurrence": number | null; "interested": number; "confirmed": number; "declined": number }

export type Audience = { "answered": number; "others": number }

export type Captcha = { "challenge": { "parameters": { "algorithm": string; "nonce": string; "salt": string; "cost": number; "keyLength": number; "keyPrefix": string; "keySignature"?: string; "expiresAt"?: number }; "signature"?: string }; "question": { "text": string; "token": string }; "expires": string }

export type Change = { "id": number; "action": string; "fields": { [key: string]: ({ [key: string]: unknown })[] }; "by": { "name": string; "fid": string | null } | null; "by_office": boolean; "through": "person" | "schedule" | "import" | "sample"; "created": string }

export type Claim = { "id": number; "actor": ActorReference; "by": { "username": string; "name": string; "page": ActorReference | null; "emails": (string)[] }; "reason": string; "proof_url": string | null; "status": "open" | "accepted" | "refused"; "answer": string | null; "decided_by": string | null; "created": string }

export type DeletedPage = { "fid": string; "type": "person" | "group" | "place" | "organizer"; "name": string; "deleted": string; "until": string }

export type Document = { "id": number; "type": "Audio" | "Image" | "Video" | "Document"; "title": string; "description": string | null; "file": string; "srcset": string | null; "mime": string; "size": number; "duration": number | null; "width": number | null; "height": number | null; "alt": string | null; "credit": string | null; "licence": string | null; "focal_point": [number, number] | null; "actor": ActorReference | null; "event": number | null; "visibility": "public" | "unlisted" | "managers"; "version": number; "created": string; "updated": string }

export type Draft = { "fields": { [key: string]: string }; "version": number | null; "saved": string } | null

export type Email = { "id": number; "email": string; "is_primary": boolean; "verified": boolean; "created": string }

export type Event = { "id": number; "uid": string; "url": string; "language": "fr" | "en" | "nl"; "title": Translated; "summary": Translated; "description"?: Translated; "category": "music" | "theatre" | "dance" | "exhibition" | "film" | "talk" | "circus" | "workshop" | "young" | "party" | "other"; "tags": (string)[]; "start": string; "end": string | null; "timezone": string; "all_day": boolean; "doors": string | null; "next": Occurrence | null; "occurrences": (Occurrence)[]; "recurrence": string | null; "status": "scheduled" | "cancelled" | "postponed" | "rescheduled" | "moved_online" | "tentative"; "status_reason": string | null; "mode": "onsite" | "online" | "hybrid"; "online_url": string | null; "place": ActorReference | null; "room": { "id": number; "name": string } | null; "location": Location | null; "distance"?: number; "organizers": (ActorReference)[]; "lineup": ({ "actor": ActorReference | null; "name": string; "role": string | null; "confirmed": boolean })[]; "parent": EventReference | null; "children": (EventReference)[]; "images": (Picture)[]; "prices": ({ "label": string | null; "amount": number | null; "currency": string; "free": boolean; "pay_what_you_can": boolean })[]; "ticket_url": string | null; "capacity": number | null; "age": { "min": number | null; "max": number | null }; "languages": (string)[]; "access": Access; "workflow": "draft" | "scheduled" | "published"; "publish_at": string | null; "my_attendance": "interested" | "confirmed" | "declined" | null; "attendance_counts"?: { "interested": number; "confirmed": number; "declined": number }; "attendees"?: (ActorReference)[]; "place_confirmed"?: boolean; "confirmations"?: ({ "actor": ActorReference; "part": "organizer" | "performer" | "place"; "status": "pending" | "accepted" | "declined" | "untagged" })[]; "hidden"?: { "since": string; "reason": string | null }; "is_managed"?: boolean; "is_kept"?: boolean; "may"?: ("see_published" | "follow" | "attend" | "create_page" | "see_drafts" | "edit" | "publish" | "hide" | "invite" | "govern" | "moderate" | "administer")[]; "poster_roll": number; "sequence": number; "version": number; "created": string; "updated": string }

export type EventMonth = { "month": string; "total": number; "days": ({ "date": string; "count": number; "running": number; "dates": (number)[] })[]; "events": (Event)[] }

export type EventReference = { "id": number; "title": Translated; "language": "fr" | "en" | "nl"; "start": string; "url": string }

export type FediverseAccount = { "id": number; "handle": string; "url": string; "name": string; "avatar": string | null; "host": string; "software": string | null; "local": boolean; "actor": string | null }

export type FieldErrors = { "detail"?: string; "code"?: string; [key: string]: unknown }

export type Identity = { "id": number; "url": string; "handle": string | null; "state": "pending" | "verified" | "unreachable" | "no_link"; "verified_at": string | null; "checked_at": string | null; "created": string }

export type KeptDraft = { "version": number | null; "saved": string }

export type Location = { "name": string | null; "street": string | null; "postal_code": string | null; "locality": string | null; "region": string | null; "country": string | null; "lat": number | null; "lon": number | null; "precision": "exact" | "street" | "locality" | "unknown"; "timezone"?: string }

export type Message = { "id": number; "to": ActorReference; "channel": "email" | "inbox"; "name": string; "email": string | null; "email_verified": boolean; "from": ActorReference | null; "subject": string; "message": string; "is_read": boolean; "read_by": ({ "name": string; "at": string })[]; "is_archived": boolean; "created": string }

export type NewToken = Token & { "token": string }

export type NodeInfo = { "version": "2.0" | "2.1"; "software": { "name": string; "version": string; "repository"?: string }; "protocols": (string)[]; "services": { "inbound": (string)[]; "outbound": (string)[] }; "openRegistrations": boolean; "usage": { "users": { "total"?: number }; "localPosts": number }; "metadata": { [key: string]: unknown } }

export type Notice = { "id": number; "kind": "cancelled" | "postponed" | "rescheduled" | "moved_online" | "tentative" | "restored" | "date_cancelled" | "date_moved" | "date_restored" | "dates" | "place" | "withdrawn" | "returned" | "message" | "confirmation" | "invitation" | "answers" | "claim"; "was": { "status"?: "scheduled" | "cancelled" | "postponed" | "rescheduled" | "moved_online" | "tentative"; "reason"?: string | null; "place"?: { "place": string | null; "room": string | null; "street": string | null; "locality": string | null; "mode": "onsite" | "online" | "hybrid"; "online_url": string | null }; "dates"?: { [key: string]: { "start": string; "end": string | null; "isAllDay"?: boolean; "isCancelled"?: boolean } | null }; "part"?: (string)[]; "relation"?: string; "count"?: number; "answers"?: { "confirmed": number; "interested": number; "declined": number }; "claim"?: "accepted" | "refused" }; "becomes": { "status"?: "scheduled" | "cancelled" | "postponed" | "rescheduled" | "moved_online" | "tentative"; "reason"?: string | null; "place"?: { "place": string | null; "room": string | null; "street": string | null; "locality": string | null; "mode": "onsite" | "online" | "hybrid"; "online_url": string | null }; "dates"?: { [key: string]: { "start": string; "end": string | null; "isAllDay"?: boolean; "isCancelled"?: boolean } | null }; "part"?: (string)[]; "relation"?: string; "count"?: number; "answers"?: { "confirmed": number; "interested": number; "declined": number }; "claim"?: "accepted" | "refused" }; "subject": string | null; "text": string | null; "created": string; "actor": ActorReference | null; "by": { "name": string; "fid": string | null } | null; "state": "waiting" | "sending" | "done"; "due": string; "people": { "answered": number; "others": number }; "mail": { "queued": number; "sent": number; "failed": number }; "app": { "sent": number; "read": number } }

export type NoticeDelivery = { "actor": ActorReference | null; "channels": ({ "channel": "mail" | "app"; "state": "queued" | "sent" | "failed"; "failure": "no_address" | "refused" | "unreachable" | "unknown" | null; "sent": string | null })[] }

export type Notification = { "id": number; "kind": "cancelled" | "postponed" | "rescheduled" | "moved_online" | "tentative" | "restored" | "date_cancelled" | "date_moved" | "date_restored" | "dates" | "place" | "withdrawn" | "returned" | "message" | "confirmation" | "invitation" | "answers" | "claim"; "was": { "status"?: "scheduled" | "cancelled" | "postponed" | "rescheduled" | "moved_online" | "tentative"; "reason"?: string | null; "place"?: { "place": string | null; "room": string | null; "street": string | null; "locality": string | null; "mode": "onsite" | "online" | "hybrid"; "online_url": string | null }; "dates"?: { [key: string]: { "start": string; "end": string | null; "isAllDay"?: boolean; "isCancelled"?: boolean } | null }; "part"?: (string)[]; "relation"?: string; "count"?: number; "answers"?: { "confirmed": number; "interested": number; "declined": number }; "claim"?: "accepted" | "refused" }; "becomes": { "status"?: "scheduled" | "cancelled" | "postponed" | "rescheduled" | "moved_online" | "tentative"; "reason"?: string | null; "place"?: { "place": string | null; "room": string | null; "street": string | null; "locality": string | null; "mode": "onsite" | "online" | "hybrid"; "online_url": string | null }; "dates"?: { [key: string]: { "start": string; "end": string | null; "isAllDay"?: boolean; "isCancelled"?: boolean } | null }; "part"?: (string)[]; "relation"?: string; "count"?: number; "answers"?: { "confirmed": number; "interested": number; "declined": number }; "claim"?: "accepted" | "refused" }; "subject": string | null; "text": string | null; "created": string; "event": { "id": number | null; "title": Translated; "language": "fr" | "en" | "nl"; "listed": boolean } | null; "actor": ActorReference | null; "because": "answer" | "agenda" | "follow" | "page" | "event" | "claim"; "read": boolean }

export type Occurrence = { "id": number; "start": string; "end": string | null; "status": "scheduled" | "cancelled" | "moved"; "original_start": string | null }

export type OEmbed = { "version": "1.0"; "type": "rich"; "title": string; "provider_name": string; "provider_url": string; "cache_age": number; "html": string; "width": number; "height": number; "thumbnail_url"?: string; "thumbnail_width"?: number; "thumbnail_height"?: number }

export type Organizer = { "actor": ActorReference; "is_host": boolean; "status": "accepted" | "pending" }

export type OwnAgenda = { "id": number; "name": string; "language": "fr" | "en" | "nl"; "description": Translated; "created": string; "updated": string; "is_default": boolean; "published": boolean; "slug": string | null; "url": string | null; "shows_owner": boolean; "actors": number; "events": number; "has"?: boolean }

export type Performer = { "id": number; "actor": ActorReference | null; "name": string; "role": string | null; "confirmed": boolean }

export type Picture = { "document": number; "url": string; "srcset": string; "width": number; "height": number; "alt": string; "credit": string | null; "focal_point": [number, number] }

export type Problem = { "detail": string; "code"?: string }

export type Profile = { "id": number; "username": string; "email": string | null; "email_verified": boolean; "name": string | null; "language": "fr" | "en" | "nl"; "timezone": string; "identity": { "fid": string; "type": "person" | "group" | "place" | "organizer"; "name": string; "avatar": Picture | null } | null; "actors": ({ "fid": string; "type": "person" | "group" | "place" | "organizer"; "name": string; "status": "draft" | "published" | "archived"; "relation": "owner" | "member" | "assistant"; "may": ("see_published" | "follow" | "attend" | "create_page" | "see_drafts" | "edit" | "publish" | "hide" | "invite" | "govern" | "moderate" | "administer")[] })[]; "newsletter": { "frequency": "none" | "daily" | "weekly" | "monthly"; "language": "fr" | "en" | "nl" | null; "weekday": number; "hour": number }; "notify": ("invitation" | "page" | "change" | "answer")[]; "notify_app": ("invitation" | "page" | "change" | "answer")[]; "unread": number; "places": (SavedPlace)[]; "emails": (Email)[]; "identities": (Identity)[]; "second_factor": boolean; "may": ("see_published" | "follow" | "attend" | "create_page" | "see_drafts" | "edit" | "publish" | "hide" | "invite" | "govern" | "moderate" | "administer")[]; "is_verified": boolean; "is_moderator": boolean; "is_admin": boolean; "created": string }

export type RecoveryCodes = { "recovery_codes": (string)[] }

export type Relation = { "id": number; "relation": "owner" | "member" | "assistant" | "partner" | "group"; "status": "pending" | "accepted" | "refused"; "is_visible": boolean; "from": ActorReference; "actor": ActorReference | null; "name": string; "email": string | null; "is_mine": boolean; "created": string }

export type SavedPlace = { "id": number; "name": string; "lat": number; "lon": number; "radius": number; "created": string }

export type SecondFactor = { "enabled": boolean; "recovery_codes_left": number }

export type SecondFactorSecret = { "secret": string; "url": string; "qr": string }

export type Session = { "id": number; "user_agent": string | null; "address": string | null; "is_current": boolean; "created": string; "last_seen": string; "expires": string }

export type Token = { "id": number; "name": string; "hint": string; "scopes": ("read" | "follow" | "write")[]; "created": string; "last_used": string | null; "expires": string }

export type Translated = { "fr"?: string; "en"?: string; "nl"?: string }

export type WaitingConfirmation = { "event": { "id": number; "title": Translated; "language": "fr" | "en" | "nl"; "status": string; "all_day": boolean; "start": string; "place": string | null; "host": string | null; "url": string }; "actor": ActorReference; "parts": ("organizer" | "performer" | "place")[]; "role": string | null; "is_over": boolean }

export interface Calls {
  "/api/contents/events/duplicates/": { parameters: { event?: string | number; title?: string; dates?: string; timezone?: string; place?: string; near?: string; locality?: string | number | boolean; url?: string }; answer: (Event)[] }
  "POST /api/contents/events/{id}/merge/": { parameters: { id: string | number }; body: { "into": number }; answer: Event }
  "POST /api/contents/events/{id}/copies/": { parameters: { id: string | number }; body: { "start"?: string; "dates"?: (string)[] }; answer: Event }
  "/api/contents/events/": { parameters: { filter?: "future" | "past" | "all"; q?: string; from?: string; to?: string; category?: string; tag?: string; near?: string; radius?: string | number | boolean; bbox?: string; list?: string; actor?: string; parent?: string | number; lang?: "fr" | "en" | "nl"; free?: string | number | boolean; access?: string; start?: string | number; limit?: string | number }; answer: (Event)[] }
  "POST /api/contents/events/": { parameters: {  }; body: { "language"?: "fr" | "en" | "nl"; "title": { [key: string]: unknown }; "summary"?: { [key: string]: unknown }; "description"?: { [key: string]: unknown }; "category": "music" | "theatre" | "dance" | "exhibition" | "film" | "talk" | "circus" | "workshop" | "young" | "party" | "other"; "tags"?: (string)[]; "start"?: string; "end"?: string | null; "timezone"?: string; "all_day"?: boolean; "doors"?: string | null; "occurrences"?: ({ "id"?: number; "start": string; "end"?: string | null; "status"?: "scheduled" | "cancelled" | "moved" })[]; "recurrence"?: string | null; "exceptions"?: ({ "original_start": string; "start"?: string; "end"?: string | null; "status"?: "scheduled" | "cancelled" })[]; "status"?: "scheduled" | "cancelled" | "postponed" | "rescheduled" | "moved_online" | "tentative"; "status_reason"?: string | null; "mode"?: "onsite" | "online" | "hybrid"; "online_url"?: string | null; "organizers": (string)[]; "place"?: string | null; "room"?: number | null; "location"?: { "name"?: string | null; "street"?: string | null; "postal_code"?: string | null; "locality"?: string | null; "region"?: string | null; "country"?: string | null; "lat"?: number | null; "lon"?: number | null; "precision"?: "exact" | "street" | "locality" | "unknown" } | null; "lineup"?: ({ "fid"?: string | null; "name"?: string | null; "role"?: string | null })[]; "parent"?: number | null; "prices"?: ({ "label"?: string | null; "amount"?: number | null; "currency"?: string; "free"?: boolean; "pay_what_you_can"?: boolean })[]; "ticket_url"?: string | null; "capacity"?: number | null; "age"?: { "min"?: number | null; "max"?: number | null }; "languages"?: (string)[]; "access"?: { "step_free"?: "yes" | "no" | "unknown"; "wheelchair_places"?: "yes" | "no" | "unknown"; "accessible_toilet"?: "yes" | "no" | "unknown"; "induction_loop"?: "yes" | "no" | "unknown"; "sign_language"?: "yes" | "no" | "unknown"; "audio_description"?: "yes" | "no" | "unknown"; "relaxed"?: "yes" | "no" | "unknown"; "seating"?: "yes" | "no" | "unknown"; "strobe"?: "yes" | "no" | "unknown"; "checked"?: string }; "workflow"?: "draft" | "scheduled" | "published"; "publish_at"?: string | null; "images"?: ({ "document": number; "alt"?: string | null; "credit"?: string | null; "focal_point"?: [number, number] | null })[]; "poster_roll"?: number; "uid"?: string }; answer: Event }
  "/api/contents/events/followed/": { parameters: { filter?: "future" | "past" | "all"; q?: string; from?: string; to?: string; category?: string; tag?: string; near?: string; radius?: string | number | boolean; bbox?: string; list?: string; actor?: string; parent?: string | number; lang?: "fr" | "en" | "nl"; free?: string | number | boolean; access?: string; start?: string | number; limit?: string | number }; answer: (Event)[] }
  "/api/contents/events/managed/": { parameters: { filter?: "future" | "past" | "all"; q?: string; from?: string; to?: string; category?: string; tag?: string; near?: string; radius?: string | number | boolean; bbox?: string; list?: string; actor?: string; parent?: string | number; lang?: "fr" | "en" | "nl"; free?: string | number | boolean; access?: string; start?: string | number; limit?: string | number; workflow?: "draft" | "scheduled" | "published" }; answer: (Event)[] }
  "/api/contents/events/month/": { parameters: { q?: string; category?: string; tag?: string; near?: string; radius?: string | number | boolean; bbox?: string; list?: string; actor?: string; parent?: string | number; lang?: "fr" | "en" | "nl"; free?: string | number | boolean; access?: string; month?: string; limit?: string | number; day?: string }; answer: EventMonth }
  "/api/contents/events/followed/month/": { parameters: { q?: string; category?: string; tag?: string; near?: string; radius?: string | number | boolean; bbox?: string; list?: string; actor?: string; parent?: string | number; lang?: "fr" | "en" | "nl"; free?: string | number | boolean; access?: string; month?: string; limit?: string | number; day?: string }; answer: EventMonth }
  "/api/contents/events/managed/month/": { parameters: { q?: string; category?: string; tag?: string; near?: string; radius?: string | number | boolean; bbox?: string; list?: string; actor?: string; parent?: string | number; lang?: "fr" | "en" | "nl"; free?: string | number | boolean; access?: string; month?: string; limit?: string | number; day?: string }; answer: EventMonth }
  "/api/contents/events/days/": { parameters: { from?: string; days?: string | number }; answer: ({ "date": string; "count": number; "categories": ("music" | "theatre" | "dance" | "exhibition" | "film" | "talk" | "circus" | "workshop" | "young" | "party" | "other")[] })[] }
  "/api/contents/events/{id}/": { parameters: { id: string | number }; answer: Event }
  "PATCH /api/contents/events/{id}/": { parameters: { id: string | number }; body: { "language"?: "fr" | "en" | "nl"; "title"?: { [key: string]: unknown }; "summary"?: { [key: string]: unknown }; "description"?: { [key: string]: unknown }; "category"?: "music" | "theatre" | "dance" | "exhibition" | "film" | "talk" | "circus" | "workshop" | "young" | "party" | "other"; "tags"?: (string)[]; "start"?: string; "end"?: string | null; "timezone"?: string; "all_day"?: boolean; "doors"?: string | null; "occurrences"?: ({ "id"?: number; "start": string; "end"?: string | null; "status"?: "scheduled" | "cancelled" | "moved" })[]; "recurrence"?: string | null; "exceptions"?: ({ "original_start": string; "start"?: string; "end"?: string | null; "status"?: "scheduled" | "cancelled" })[]; "status"?: "scheduled" | "cancelled" | "postponed" | "rescheduled" | "moved_online" | "tentative"; "status_reason"?: string | null; "mode"?: "onsite" | "online" | "hybrid"; "online_url"?: string | null; "organizers"?: (string)[]; "place"?: string | null; "room"?: number | null; "location"?: { "name"?: string | null; "street"?: string | null; "postal_code"?: string | null; "locality"?: string | null; "region"?: string | null; "country"?: string | null; "lat"?: number | null; "lon"?: number | null; "precision"?: "exact" | "street" | "locality" | "unknown" } | null; "lineup"?: ({ "fid"?: string | null; "name"?: string | null; "role"?: string | null })[]; "parent"?: number | null; "prices"?: ({ "label"?: string | null; "amount"?: number | null; "currency"?: string; "free"?: boolean; "pay_what_you_can"?: boolean })[]; "ticket_url"?: string | null; "capacity"?: number | null; "age"?: { "min"?: number | null; "max"?: number | null }; "languages"?: (string)[]; "access"?: { "step_free"?: "yes" | "no" | "unknown"; "wheelchair_places"?: "yes" | "no" | "unknown"; "accessible_toilet"?: "yes" | "no" | "unknown"; "induction_loop"?: "yes" | "no" | "unknown"; "sign_language"?: "yes" | "no" | "unknown"; "audio_description"?: "yes" | "no" | "unknown"; "relaxed"?: "yes" | "no" | "unknown"; "seating"?: "yes" | "no" | "unknown"; "strobe"?: "yes" | "no" | "unknown"; "checked"?: string }; "workflow"?: "draft" | "scheduled" | "published"; "publish_at"?: string | null; "images"?: ({ "document": number; "alt"?: string | null; "credit"?: string | null; "focal_point"?: [number, number] | null })[]; "poster_roll"?: number; "withdrawn_reason"?: string | null }; answer: Event }
  "DELETE /api/contents/events/{id}/": { parameters: { id: string | number }; body: { "reason"?: string | null }; answer: undefined }
  "POST /api/contents/events/{id}/restore/": { parameters: { id: string | number }; answer: Event }
  "PATCH /api/contents/events/{id}/occurrences/{occurrence}/": { parameters: { id: string | number; occurrence: string | number }; body: { "start"?: string; "end"?: string | null; "status"?: "scheduled" | "cancelled" }; answer: Event }
  "POST /api/contents/events/{id}/confirmations/": { parameters: { id: string | number }; body: { "fid": string; "answer": "accept" | "decline" | "untag"; "part"?: "organizer" | "performer" | "place" }; answer: Event }
  "/api/contents/events/{id}/changes/": { parameters: { id: string | number; start?: string | number; limit?: string | number }; answer: (Change)[] }
  "/api/contents/events/{id}/lineup/": { parameters: { id: string | number }; answer: (Performer)[] }
  "POST /api/contents/events/{id}/lineup/": { parameters: { id: string | number }; body: { "fid"?: string | null; "name"?: string | null; "role"?: string | null }; answer: Performer }
  "PATCH /api/contents/events/{id}/lineup/{entry}/": { parameters: { id: string | number; entry: string | number }; body: { "name"?: string; "role"?: string | null; "position"?: number }; answer: Performer }
  "DELETE /api/contents/events/{id}/lineup/{entry}/": { parameters: { id: string | number; entry: string | number }; answer: undefined }
  "/api/contents/events/{id}/organizers/": { parameters: { id: string | number }; answer: (Organizer)[] }
  "POST /api/contents/events/{id}/organizers/": { parameters: { id: string | number }; body: { "fid": string }; answer: Organizer }
  "PATCH /api/contents/events/{id}/organizers/{fid}/": { parameters: { id: string | number; fid: string }; body: { "position"?: number }; answer: Organizer }
  "DELETE /api/contents/events/{id}/organizers/{fid}/": { parameters: { id: string | number; fid: string }; answer: undefined }
  "PUT /api/contents/events/{id}/attendance/": { parameters: { id: string | number }; body: { "value": "interested" | "confirmed" | "declined"; "actor"?: string; "occurrence"?: number | null; "visibility"?: "organisers" | "public" }; answer: Attendance }
  "DELETE /api/contents/events/{id}/attendance/": { parameters: { id: string | number; occurrence?: string | number }; answer: undefined }
  "/api/contents/events/{id}/attendance/": { parameters: { id: string | number }; answer: (Attendance)[] }
  "/api/contents/events/{id}/attendances/counts/": { parameters: { id: string | number }; answer: (AttendanceCounts)[] }
  "/api/contents/events/{id}/attendances/": { parameters: { id: string | number; value?: "interested" | "confirmed" | "declined"; occurrence?: string | number; format?: "json" | "csv"; start?: string | number; limit?: string | number }; answer: (Attendance)[] }
  "/api/actors/": { parameters: { q?: string; type?: string; tag?: string; near?: string; radius?: string | number | boolean; letter?: string; start?: string | number; limit?: string | number }; answer: (Actor)[] }
  "POST /api/actors/": { parameters: {  }; body: { "name": string; "language"?: "fr" | "en" | "nl"; "summary"?: { [key: string]: unknown }; "description"?: { [key: string]: unknown }; "category"?: "music" | "theatre" | "dance" | "exhibition" | "film" | "talk" | "circus" | "workshop" | "young" | "party" | "other" | null; "avatar"?: number | { "document": number; "alt"?: string | null; "credit"?: string | null; "focal_point"?: [number, number] | null } | null; "banner"?: number | { "document": number; "alt"?: string | null; "credit"?: string | null; "focal_point"?: [number, number] | null } | null; "tags"?: (string)[]; "location"?: { "name"?: string | null; "street"?: string | null; "postal_code"?: string | null; "locality"?: string | null; "region"?: string | null; "country"?: string | null; "lat"?: number | null; "lon"?: number | null; "precision"?: "exact" | "street" | "locality" | "unknown" } | null; "access"?: { "step_free"?: "yes" | "no" | "unknown"; "wheelchair_places"?: "yes" | "no" | "unknown"; "accessible_toilet"?: "yes" | "no" | "unknown"; "induction_loop"?: "yes" | "no" | "unknown"; "sign_language"?: "yes" | "no" | "unknown"; "audio_description"?: "yes" | "no" | "unknown"; "relaxed"?: "yes" | "no" | "unknown"; "seating"?: "yes" | "no" | "unknown"; "strobe"?: "yes" | "no" | "unknown"; "checked"?: string }; "rooms"?: ({ "id"?: number; "name": string; "capacity"?: number | null; "access"?: { "step_free"?: "yes" | "no" | "unknown"; "wheelchair_places"?: "yes" | "no" | "unknown"; "accessible_toilet"?: "yes" | "no" | "unknown"; "induction_loop"?: "yes" | "no" | "unknown"; "sign_language"?: "yes" | "no" | "unknown"; "audio_description"?: "yes" | "no" | "unknown"; "relaxed"?: "yes" | "no" | "unknown"; "seating"?: "yes" | "no" | "unknown"; "strobe"?: "yes" | "no" | "unknown"; "checked"?: string } })[]; "links"?: ({ "url": string; "label"?: string | null; "kind"?: "website" | "ticketing" | "social" | "audio" | "video" | "fediverse" | "other" })[]; "contacts"?: ({ "kind": "email" | "phone" | "person" | "address" | "other"; "label"?: string | null; "value": string; "is_public"?: boolean })[]; "status"?: "draft" | "published" | "archived"; "type": "person" | "group" | "place" | "organizer"; "fid"?: string }; answer: Actor }
  "/api/actors/followed/": { parameters: { q?: string; type?: string; tag?: string; near?: string; radius?: string | number | boolean; letter?: string; start?: string | number; limit?: string | number }; answer: (Actor)[] }
  "/api/actors/managed/": { parameters: { q?: string; type?: string; tag?: string; near?: string; radius?: string | number | boolean; letter?: string; start?: string | number; limit?: string | number }; answer: (Actor)[] }
  "/api/actors/letters/": { parameters: { type?: string }; answer: ({ "letter": string; "count": number })[] }
  "/api/actors/{fid}/": { parameters: { fid: string }; answer: Actor }
  "PATCH /api/actors/{fid}/": { parameters: { fid: string }; body: { "name"?: string; "language"?: "fr" | "en" | "nl"; "summary"?: { [key: string]: unknown }; "description"?: { [key: string]: unknown }; "category"?: "music" | "theatre" | "dance" | "exhibition" | "film" | "talk" | "circus" | "workshop" | "young" | "party" | "other" | null; "avatar"?: number | { "document": number; "alt"?: string | null; "credit"?: string | null; "focal_point"?: [number, number] | null } | null; "banner"?: number | { "document": number; "alt"?: string | null; "credit"?: string | null; "focal_point"?: [number, number] | null } | null; "tags"?: (string)[]; "location"?: { "name"?: string | null; "street"?: string | null; "postal_code"?: string | null; "locality"?: string | null; "region"?: string | null; "country"?: string | null; "lat"?: number | null; "lon"?: number | null; "precision"?: "exact" | "street" | "locality" | "unknown" } | null; "access"?: { "step_free"?: "yes" | "no" | "unknown"; "wheelchair_places"?: "yes" | "no" | "unknown"; "accessible_toilet"?: "yes" | "no" | "unknown"; "induction_loop"?: "yes" | "no" | "unknown"; "sign_language"?: "yes" | "no" | "unknown"; "audio_description"?: "yes" | "no" | "unknown"; "relaxed"?: "yes" | "no" | "unknown"; "seating"?: "yes" | "no" | "unknown"; "strobe"?: "yes" | "no" | "unknown"; "checked"?: string }; "rooms"?: ({ "id"?: number; "name": string; "capacity"?: number | null; "access"?: { "step_free"?: "yes" | "no" | "unknown"; "wheelchair_places"?: "yes" | "no" | "unknown"; "accessible_toilet"?: "yes" | "no" | "unknown"; "induction_loop"?: "yes" | "no" | "unknown"; "sign_language"?: "yes" | "no" | "unknown"; "audio_description"?: "yes" | "no" | "unknown"; "relaxed"?: "yes" | "no" | "unknown"; "seating"?: "yes" | "no" | "unknown"; "strobe"?: "yes" | "no" | "unknown"; "checked"?: string } })[]; "links"?: ({ "url": string; "label"?: string | null; "kind"?: "website" | "ticketing" | "social" | "audio" | "video" | "fediverse" | "other" })[]; "contacts"?: ({ "kind": "email" | "phone" | "person" | "address" | "other"; "label"?: string | null; "value": string; "is_public"?: boolean })[]; "status"?: "draft" | "published" | "archived"; "fid"?: string }; answer: Actor }
  "DELETE /api/actors/{fid}/": { parameters: { fid: string }; answer: undefined }
  "/api/actors/{fid}/availability/": { parameters: { fid: string }; answer: { "available": boolean; "suggestion": string | null } }
  "POST /api/actors/{fid}/restore/": { parameters: { fid: string }; answer: Actor }
  "/api/actors/{fid}/changes/": { parameters: { fid: string; start?: string | number; limit?: string | number }; answer: (Change)[] }
  "/api/actors/{fid}/relations/": { parameters: { fid: string; start?: string | number; limit?: string | number }; answer: (Relation)[] }
  "POST /api/actors/{fid}/relations/": { parameters: { fid: string }; body: { "fid"?: string; "email"?: string; "relation": "owner" | "member" | "assistant" | "partner" | "group"; "is_visible"?: boolean }; answer: Relation }
  "PATCH /api/actors/{fid}/relations/{id}/": { parameters: { fid: string; id: string | number }; body: { "status"?: "accepted" | "refused"; "relation"?: "owner" | "member" | "assistant"; "is_visible"?: boolean }; answer: Relation }
  "DELETE /api/actors/{fid}/relations/{id}/": { parameters: { fid: string; id: string | number }; answer: undefined }
  "POST /api/actors/{fid}/relations/{id}/invitation/": { parameters: { fid: string; id: string | number }; answer: undefined }
  "POST /api/actors/{fid}/transfer/": { parameters: { fid: string }; body: { "relation": number; "stay": "member" | "assistant" | "leave"; "confirm": string }; answer: undefined }
  "/api/me/invitations/": { parameters: {  }; answer: (Relation)[] }
  "/api/me/deleted-actors/": { parameters: {  }; answer: (DeletedPage)[] }
  "PUT /api/actors/{fid}/follow/": { parameters: { fid: string }; answer: Actor }
  "DELETE /api/actors/{fid}/follow/": { parameters: { fid: string }; answer: undefined }
  "/api/me/lists/": { parameters: { actor?: string; event?: string | number }; answer: (OwnAgenda)[] }
  "POST /api/me/lists/": { parameters: {  }; body: { "name": string; "language"?: "fr" | "en" | "nl"; "description"?: { [key: string]: unknown } }; answer: OwnAgenda }
  "/api/me/lists/{id}/": { parameters: { id: string }; answer: OwnAgenda }
  "PATCH /api/me/lists/{id}/": { parameters: { id: string }; body: { "name"?: string; "language"?: "fr" | "en" | "nl"; "description"?: { [key: string]: unknown }; "slug"?: string; "published"?: boolean; "shows_owner"?: boolean; "is_default"?: true }; answer: OwnAgenda }
  "DELETE /api/me/lists/{id}/": { parameters: { id: string }; answer: undefined }
  "/api/me/lists/{id}/entries/": { parameters: { id: string; start?: string | number; limit?: string | number }; answer: (AgendaEntry)[] }
  "PUT /api/me/lists/{id}/entries/{kind}/{ref}/": { parameters: { id: string; kind: string; ref: string }; answer: OwnAgenda }
  "DELETE /api/me/lists/{id}/entries/{kind}/{ref}/": { parameters: { id: string; kind: string; ref: string }; answer: undefined }
  "/api/agendas/{slug}/": { parameters: { slug: string }; answer: Agenda }
  "/api/agendas/{slug}/actors/": { parameters: { slug: string; start?: string | number; limit?: string | number }; answer: (ActorReference)[] }
  "/api/activities/": { parameters: { q?: string; models?: string; types?: string; start?: string | number; limit?: string | number }; answer: (Activity)[] }
  "/api/activities/followed/": { parameters: { q?: string; models?: string; types?: string; start?: string | number; limit?: string | number }; answer: (Activity)[] }
  "/api/activities/managed/": { parameters: { q?: string; models?: string; types?: string; start?: string | number; limit?: string | number }; answer: (Activity)[] }
  "/api/documents/": { parameters: { q?: string; type?: string; actor?: string; event?: string | number; visibility?: string; sort?: "created" | "-created" | "updated" | "-updated" | "name" | "-name" | "duration" | "-duration"; start?: string | number; limit?: string | number }; answer: (Document)[] }
  "POST /api/documents/": { parameters: {  }; answer: Document }
  "/api/documents/{id}/": { parameters: { id: string | number }; answer: Document }
  "PATCH /api/documents/{id}/": { parameters: { id: string | number }; body: { "title"?: string; "description"?: string | null; "alt"?: string | null; "credit"?: string | null; "licence"?: string | null; "visibility"?: "public" | "unlisted" | "managers"; "focal_point"?: [number, number] }; answer: Document }
  "DELETE /api/documents/{id}/": { parameters: { id: string | number }; answer: undefined }
  "/api/fediverse/accounts/": { parameters: { q?: string; start?: string | number; limit?: string | number }; answer: (FediverseAccount)[] }
  "POST /api/contents/events/{id}/hide/": { parameters: { id: string | number }; body: { "reason"?: string | null }; answer: undefined }
  "DELETE /api/contents/events/{id}/hide/": { parameters: { id: string | number }; answer: undefined }
  "POST /api/actors/{fid}/hide/": { parameters: { fid: string }; body: { "reason"?: string | null }; answer: undefined }
  "DELETE /api/actors/{fid}/hide/": { parameters: { fid: string }; answer: undefined }
  "POST /api/actors/{fid}/claims/": { parameters: { fid: string }; body: { "reason": string; "proof_url"?: string }; answer: { "id": number; "status": "open" } }
  "/api/moderation/claims/": { parameters: { status?: "open" | "decided"; start?: string | number; limit?: string | number }; answer: (Claim)[] }
  "PATCH /api/moderation/claims/{id}/": { parameters: { id: string | number }; body: { "status": "accepted" | "refused"; "answer"?: string }; answer: Claim }
  "/api/places/": { parameters: { q: string; limit?: string | number }; answer: ({ "name": string; "country": string | null; "lat": number; "lon": number })[] }
  "/api/contact/captcha/": { parameters: {  }; answer: Captcha }
  "POST /api/actors/{fid}/contact/": { parameters: { fid: string }; body: { "channel": "email" | "inbox"; "email"?: string; "name": string; "captcha": string; "subject": string; "message": string }; answer: undefined }
  "/api/actors/{fid}/messages/": { parameters: { fid: string; state?: "inbox" | "unread" | "archived"; start?: string | number; limit?: string | number }; answer: (Message)[] }
  "/api/me/messages/": { parameters: { state?: "inbox" | "unread" | "archived"; start?: string | number; limit?: string | number }; answer: (Message)[] }
  "PATCH /api/actors/{fid}/messages/{id}/": { parameters: { fid: string; id: string | number }; body: { "is_read"?: boolean; "is_archived"?: boolean }; answer: Message }
  "DELETE /api/actors/{fid}/messages/{id}/": { parameters: { fid: string; id: string | number }; answer: undefined }
  "/api/oembed/": { parameters: { url: string; maxwidth?: string | number; maxheight?: string | number; format?: "json" }; answer: OEmbed }
  "/nodeinfo/2.0": { parameters: {  }; answer: NodeInfo }
  "/nodeinfo/2.1": { parameters: {  }; answer: NodeInfo }
  "/.well-known/nodeinfo": { parameters: {  }; answer: { "links": ({ "rel": string; "href": string })[] } }
  "/builds/latest.json": { parameters: {  }; answer: { "version": string } }
  "/api/me/confirmations/": { parameters: { start?: string | number; limit?: string | number }; answer: (WaitingConfirmation)[] }
  "/api/me/notifications/": { parameters: { state?: "all" | "unread"; start?: string | number; limit?: string | number }; answer: (Notification)[] }
  "POST /api/me/notifications/": { parameters: {  }; body: { "read_up_to": number }; answer: undefined }
  "PATCH /api/me/notifications/{id}/": { parameters: { id: string | number }; body: { "read": boolean }; answer: undefined }
  "DELETE /api/me/notifications/{id}/": { parameters: { id: string | number }; answer: undefined }
  "POST /api/notices/stop/": { parameters: { token: string }; answer: undefined }
  "/api/notices/stop/": { parameters: { token: string }; answer: undefined }
  "/api/contents/events/{id}/notices/": { parameters: { id: string | number; start?: string | number; limit?: string | number }; answer: (Notice)[] }
  "POST /api/contents/events/{id}/notices/": { parameters: { id: string | number }; body: { "subject": string; "text": string; "to"?: ("interested" | "confirmed" | "declined")[]; "occurrence"?: number | null }; answer: { "id": number } }
  "/api/contents/events/{id}/notices/audience/": { parameters: { id: string | number; to?: string; occurrence?: string | number }; answer: Audience }
  "/api/contents/events/{id}/notices/{notice}/deliveries/": { parameters: { id: string | number; notice: string | number; start?: string | number; limit?: string | number }; answer: (NoticeDelivery)[] }
  "/api/auth/csrf/": { parameters: {  }; answer: { "detail": string } }
  "POST /api/auth/register/": { parameters: {  }; body: { "username": string; "email": string; "password": string; "name"?: string; "language"?: "fr" | "en" | "nl"; "timezone"?: string }; answer: Profile }
  "POST /api/auth/login/": { parameters: {  }; body: { "username": string; "password": string; "code"?: string }; answer: Profile }
  "POST /api/auth/logout/": { parameters: {  }; answer: undefined }
  "PATCH /api/auth/password/": { parameters: {  }; body: { "old_password": string; "new_password": string }; answer: undefined }
  "POST /api/auth/verify/": { parameters: {  }; body: { "token": string }; answer: undefined }
  "POST /api/auth/reset/": { parameters: {  }; body: { "email": string }; answer: undefined }
  "POST /api/auth/reset/confirm/": { parameters: {  }; body: { "token": string; "new_password": string }; answer: undefined }
  "/api/me/": { parameters: {  }; answer: Profile }
  "PATCH /api/me/": { parameters: {  }; body: { "name"?: string | null; "language"?: "fr" | "en" | "nl"; "timezone"?: string; "identity"?: string | null; "newsletter"?: { "frequency"?: "none" | "daily" | "weekly" | "monthly"; "language"?: "fr" | "en" | "nl" | null; "weekday"?: number; "hour"?: number }; "notify"?: ("invitation" | "page" | "change" | "answer")[]; "notify_app"?: ("invitation" | "page" | "change" | "answer")[] }; answer: Profile }
  "DELETE /api/me/": { parameters: {  }; body: { "password": string }; answer: undefined }
  "/api/me/export/": { parameters: {  }; answer: undefined }
  "/api/me/second-factor/": { parameters: {  }; answer: SecondFactor }
  "POST /api/me/second-factor/": { parameters: {  }; body: { "password": string }; answer: SecondFactorSecret }
  "PUT /api/me/second-factor/": { parameters: {  }; body: { "code": string }; answer: RecoveryCodes }
  "DELETE /api/me/second-factor/": { parameters: {  }; body: { "password": string }; answer: undefined }
  "POST /api/me/second-factor/recovery-codes/": { parameters: {  }; body: { "password": string }; answer: RecoveryCodes }
  "/api/me/emails/": { parameters: {  }; answer: (Email)[] }
  "POST /api/me/emails/": { parameters: {  }; body: { "email": string }; answer: Email }
  "PATCH /api/me/emails/{id}/": { parameters: { id: string | number }; body: { "is_primary": true }; answer: Email }
  "DELETE /api/me/emails/{id}/": { parameters: { id: string | number }; answer: undefined }
  "POST /api/me/emails/{id}/verification/": { parameters: { id: string | number }; answer: undefined }
  "/api/me/places/": { parameters: {  }; answer: (SavedPlace)[] }
  "POST /api/me/places/": { parameters: {  }; body: { "name": string; "lat": number; "lon": number; "radius"?: number }; answer: SavedPlace }
  "PATCH /api/me/places/{id}/": { parameters: { id: string | number }; body: { "name"?: string; "lat"?: number; "lon"?: number; "radius"?: number }; answer: SavedPlace }
  "DELETE /api/me/places/{id}/": { parameters: { id: string | number }; answer: undefined }
  "/api/me/identities/": { parameters: {  }; answer: (Identity)[] }
  "POST /api/me/identities/": { parameters: {  }; body: { "url": string }; answer: Identity }
  "POST /api/me/identities/{id}/check/": { parameters: { id: string | number }; answer: Identity }
  "DELETE /api/me/identities/{id}/": { parameters: { id: string | number }; answer: undefined }
  "/api/me/tokens/": { parameters: {  }; answer: (Token)[] }
  "POST /api/me/tokens/": { parameters: {  }; body: { "name": string; "scopes": ("read" | "follow" | "write")[]; "expires"?: string }; answer: NewToken }
  "DELETE /api/me/tokens/{id}/": { parameters: { id: string | number }; answer: undefined }
  "/api/me/sessions/": { parameters: {  }; answer: (Session)[] }
  "DELETE /api/me/sessions/": { parameters: {  }; answer: undefined }
  "DELETE /api/me/sessions/{id}/": { parameters: { id: string | number }; answer: undefined }
  "/api/me/drafts/{subject}/": { parameters: { subject: string }; answer: Draft }
  "PUT /api/me/drafts/{subject}/": { parameters: { subject: string }; body: { "fields": { [key: string]: string }; "version"?: number | null }; answer: KeptDraft }
  "DELETE /api/me/drafts/{subject}/": { parameters: { subject: string }; answer: undefined }
}
