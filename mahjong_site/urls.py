"""Every address of the site: the same features for three audiences."""

from django.urls import URLPattern, URLResolver, include, path

from scoring import urls_director as scoring_director
from scoring import urls_public, urls_table
from tournaments import urls_director as tournaments_director

director: list[URLPattern | URLResolver] = [
    *tournaments_director.urlpatterns,
    *scoring_director.urlpatterns,
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("account/", include("allauth.account.urls")),
    path("", include((director, "director"))),
    path("table/", include((urls_table.urlpatterns, "table"))),
    path("", include((urls_public.urlpatterns, "public"))),
]
