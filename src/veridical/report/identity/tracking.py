"""Query parameters that follow a reader around and name nothing.

A parameter is listed only when no known site finds a document by it; `id`,
`ref`, `source` and `page` do find documents and stay.
"""

_PREFIXES = ("utm_", "mtm_", "matomo_", "piwik_", "pk_", "hsa_", "fb_action_", "__hs")
_WORDS = (
    "fbclid gclid gclsrc dclid gbraid wbraid gad_source gad_campaignid msclkid yclid ysclid "
    "twclid ttclid li_fat_id mc_cid mc_eid igshid igsh _hsenc _hsmi hsctatracking mkt_tok "
    "vero_id vero_conv oly_anon_id oly_enc_id _openstat rb_clickid s_cid wickedid cmpid "
    "srsltid ref_src ref_url _ga _gl fb_source fb_ref spm spm_id_from vd_source "
    "share_source share_medium share_plat share_session_id share_tag xhsshare "
    "jsessionid phpsessid aspsessionid"
)
_NAMES = frozenset(_WORDS.split())
_BY_SITE = {
    "youtube.com": frozenset({"si", "feature", "pp", "ab_channel"}),
    "youtu.be": frozenset({"si", "feature"}),
    "open.spotify.com": frozenset({"si"}),
    "twitter.com": frozenset({"s"}),
    "x.com": frozenset({"s"}),
}


def without_tracking(query: str, host: str) -> str:
    """Drop tracking parameters and empty pieces; the others keep their order.

    Args:
        query: The part after `?`, already percent-normalized.
        host: The canonical host, for names that track on one site only.
    """
    own = _BY_SITE.get(host, frozenset())
    kept = [piece for piece in query.split("&") if piece and not _tracks(piece, own)]
    return "&".join(kept)


def _tracks(piece: str, own: frozenset[str]) -> bool:
    name = piece.partition("=")[0].lower()
    return name in _NAMES or name in own or name.startswith(_PREFIXES)
